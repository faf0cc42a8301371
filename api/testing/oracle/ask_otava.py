"""Answers for apache-otava: reads one JSON object, prints another.

{"tests": FOLDER}: the series that the tests of its package hold.
{"series": [[...]], "alpha": 0.001, "ours": true}: change points by Otava, without a window. "ours" has it differ as we do:
- its t test takes the standard deviation of a sample, not of a population;
- a segment without a change stops no other segment's split;
- when a change is dropped, the changes on both sides of it are tested again, not those after it alone.
"""

import ast
import inspect
import json
import pathlib
import sys

import numpy as np
from otava import analysis


def numbers(node):
    try:
        value = ast.literal_eval(node)
    except ValueError:
        return None
    plain = isinstance(value, list) and all(isinstance(one, (int, float)) for one in value)
    return value if plain and len(value) >= 10 else None


def held(folder):
    lists = []
    for file in sorted(pathlib.Path(folder).glob("*.py")):
        nodes = [node for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.List)]
        # Lists of expected places ascend; series do not.
        lists += [found for node in nodes if (found := numbers(node)) and found != sorted(found)]
    return lists


class OfSamples(analysis.TTestSignificanceTester):
    def compare(self, left, right):
        stats = super().compare(left, right)
        if len(left) + len(right) > 2:
            sd = lambda part: np.std(part, ddof=1) if len(part) > 1 else 0.0
            stats.pvalue = analysis.ttest_ind_from_stats(
                stats.mean_1, sd(left), len(left), stats.mean_2, sd(right), len(right)
            )[1]
        return stats


class EachSegment(analysis.ChangePointDetector):
    def get_change_points(self, series, start=None, end=None):
        whole = [slice(0, None)]
        candidate = self.calculator(series).get_next_candidate(whole)
        if candidate is None:
            return []
        point = self.tester.change_point(candidate, series, whole)
        if not self.tester.is_significant(point):
            return []
        after = self.get_change_points(series[point.index :])
        for later in after:
            later.index += point.index
        return [*self.get_change_points(series[: point.index]), point, *after]


def answer(asked):
    if "tests" in asked:
        return held(asked["tests"])
    if asked["ours"]:
        analysis.TTestSignificanceTester = OfSamples
        analysis.ChangePointDetector = EachSegment
        source = inspect.getsource(analysis.merge)
        both = source.replace("recompute(weakest_cp_index + 1)", "recompute(weakest_cp_index - 1)")
        assert both != source
        exec(both, analysis.__dict__)
    without_window = 2 * max(len(series) for series in asked["series"])
    found = [
        analysis.compute_change_points(np.array(series, dtype=float), without_window, asked["alpha"])[0]
        for series in asked["series"]
    ]
    return [[int(point.index) for point in points] for points in found]


print(json.dumps(answer(json.load(sys.stdin))))
