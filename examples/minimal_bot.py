"""A bot for Roost in plain Python that takes worms first and a tile as soon as possible, and never gives up.

Try it: roost arena heckmeck chick "exec:python3 examples/minimal_bot.py" --games 100
"""

import json
import sys

for line in sys.stdin:
    question = json.loads(line)
    if "roost" in question:  # the first message
        answer = {"protocol": 1, "name": "minimal"}
    else:
        actions = question["actions"]
        good = [action for action in actions if action == "w" or action.startswith("take")]
        wanted = good or [action for action in actions if action != "stop"]
        answer = {"id": question["id"], "action": wanted[question["random"] % len(wanted)]}
    print(json.dumps(answer), flush=True)
