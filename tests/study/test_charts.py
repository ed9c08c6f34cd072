"""Tests of charts: numbers are drawn to scale and described in words."""

from xml.etree import ElementTree

import pytest

from roost.study.charts import Bars, ChartSeries, Line, Lines, picture, plain, share

SVG = "{http://www.w3.org/2000/svg}"


def drawn(text: str) -> ElementTree.Element:
    """Return the only panel of a picture."""
    (panel,) = ElementTree.fromstring(text).findall(f"{SVG}g")
    return panel


def test_bar_heights_are_proportional_to_values() -> None:
    """A bar's height is proportional to its value, and series are stacked."""
    panel = drawn(picture("T", [Bars("b", ["x", "y"], [ChartSeries("low", [1, 2]), ChartSeries("high", [3, 0])])]))
    bars = [rect for rect in panel.findall(f"{SVG}rect") if rect.get("y", "").startswith("-") is False]
    heights = [float(rect.get("height", "")) for rect in bars]
    assert heights[1] == pytest.approx(3 * heights[0], abs=0.1)
    assert heights[2] == pytest.approx(2 * heights[0], abs=0.1)
    assert float(bars[0].get("y", "")) - float(bars[1].get("y", "")) == pytest.approx(heights[1], abs=0.15)


def test_errors_are_lines_through_the_top() -> None:
    """An error line extends as far above the top of its bar as below it."""
    panel = drawn(picture("T", [Bars("b", ["x"], [ChartSeries("", [0.5], [0.1])], share)]))
    (error,) = (path for path in panel.findall(f"{SVG}path") if path.get("class") == "error")
    top, bottom = (float(word) for word in error.get("d", "").split(" ")[1].split("V"))
    (bar,) = panel.findall(f"{SVG}rect")
    assert (top + bottom) / 2 == pytest.approx(float(bar.get("y", "")), abs=0.1)


def test_lines_go_through_their_points() -> None:
    """A line through opposite corners of the panel starts and ends there."""
    panel = drawn(picture("T", [Lines("l", [Line("up", [(0, 0), (10, 1)]), Line("level", [(0, 1), (10, 1)])])]))
    up, level = (path.get("d") for path in panel.findall(f"{SVG}path") if "line" in path.get("class", ""))
    assert up == "M0.0 190.0L330.0 0.0"
    assert level == "M0.0 0.0L330.0 0.0"


def test_a_picture_has_a_description_and_escapes_its_texts() -> None:
    """Titles and names are escaped, and the description lists every bar."""
    text = picture("<b>&", [Bars("who", ["A&B"], [ChartSeries("<i>", [0.25])], share)], "note <")
    root = ElementTree.fromstring(text)
    assert root.findtext(f"{SVG}title") == "<b>&"
    assert root.findtext(f"{SVG}desc") == "who. <i>: A&B 25 %."
    assert "prefers-color-scheme: dark" in text


@pytest.mark.parametrize(
    ("value", "text"), [(0.5, "0.5"), (12.0, "12"), (1234.0, "1,234"), (2e4, "20 k"), (5.5e6, "5.5 M")]
)
def test_numbers_in_charts_have_few_digits(value: float, text: str) -> None:
    assert plain(value) == text


def test_a_chart_of_zeros_can_be_drawn() -> None:
    """A chart without any positive number does not divide by zero."""
    assert drawn(picture("T", [Bars("b", ["x"], [ChartSeries("", [0.0])])])) is not None
