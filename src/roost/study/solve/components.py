"""Find strongly connected components: sets of positions that can repeat, in an order in which they can be solved."""

from collections.abc import Iterator, Sequence


def strongly_connected(after: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """Yield the strongly connected components of a graph, each after all those that it leads to (Tarjan's algorithm).

    ``after`` lists the successors of each node, by index.
    """
    met = [-1] * len(after)  # order of discovery; -1 for nodes that are not discovered yet
    lowest = [0] * len(after)  # earliest open node reachable from this node
    is_open = [False] * len(after)
    trail: list[int] = []
    count = 0
    for root in range(len(after)):
        if met[root] >= 0:
            continue
        work = [(root, iter(after[root]))]
        while work:
            place, ways = work[-1]
            if met[place] < 0:
                met[place] = lowest[place] = count
                count += 1
                trail.append(place)
                is_open[place] = True
            for to in ways:
                if met[to] < 0:
                    work.append((to, iter(after[to])))
                    break
                if is_open[to]:
                    lowest[place] = min(lowest[place], lowest[to])
            else:
                work.pop()
                if work:
                    parent = work[-1][0]
                    lowest[parent] = min(lowest[parent], lowest[place])
                if lowest[place] == met[place]:
                    component: list[int] = []
                    while not component or component[-1] != place:
                        component.append(trail.pop())
                        is_open[component[-1]] = False
                    yield component
