import type { ComparedSetting, ComparedStep, MetricOutcome } from '../../contract/comparison.ts';
import type { Run } from '../../contract/run.ts';
import { mostlyCompeting } from '../comparison/competing-runs.ts';
import { wallOfMost } from '../comparison/wall-of-most.ts';
import { changesAmong, changeText, haveOneTarget, inTime, runsOfOneTarget } from '../identity/changed-targets.ts';
import { whyUnknown } from '../identity/target-identity.ts';
import { tlsOfRun } from '../requests/transport-words.ts';
import { stepText } from '../spec/load-words.ts';
import { firstOf, listed } from '../words/text.ts';
import { askedLoadOf, differenceText, loadDifference } from './asked-load.ts';
import { configurationOf, type Side } from './sides.ts';

/** Where the wall of a side is another than the baseline's, in the step that the outcome is of; null where it is not known to have moved. */
function movedWall({ sideIndex, stepPosition }: MetricOutcome, { runs, sides, steps }: Compared): string | null {
  const [baseline, other, step] = [sides[0], sides[sideIndex], steps[stepPosition]];
  if (!baseline || !other || !step) return null;
  const [from, to] = [baseline, other].map(({ indexes }) => wallOfMost(runs, indexes, step));
  if (!from || !to || from === to) return null;
  return `The wall moved: ${baseline.letters} was limited by ${from}, ${other.letters} by ${to}.`;
}

/** Where a side was asked for another load than the baseline, in the step that the outcome is of; null where it is one. */
function otherLoad({ sideIndex, stepPosition }: MetricOutcome, { runs, sides, steps }: Compared): string | null {
  const [baseline, other] = [sides[0], sides[sideIndex]];
  const asked = [baseline, other].map((side) => {
    const index = side?.indexes[0] ?? -1;
    const run = runs[index];
    return run ? askedLoadOf(run, steps[stepPosition]?.cells[index]?.stepIndex ?? null) : null;
  });
  const difference = loadDifference(asked[0] ?? null, asked[1] ?? null);
  if (!difference || !baseline || !other) return null;
  return `The load differs (${differenceText(difference, baseline.letters, other.letters)}), so a difference is not the server’s alone.`;
}

/** Where the target is known to have changed, or the same was asked of both and it is not known to be the same; null otherwise. */
function unknownTarget({ sideIndex }: MetricOutcome, { runs, sides, paired }: Compared): string | null {
  const [baseline, other] = [sides[0], sides[sideIndex]];
  const [from, to] = [baseline, other].map((side) => runs[side?.indexes[0] ?? -1]);
  if (!baseline || !other || !from || !to) return null;
  const changed = !paired && haveOneTarget(from, to) ? changeText(from, to) : null;
  if (changed) return `The target changed between ${baseline.letters} and ${other.letters}: ${changed}.`;
  if (configurationOf(from) !== configurationOf(to)) return null;
  const why = whyUnknown([from, to]);
  if (!why) return null;
  return sides.length === 2
    ? `Not known to be the same: ${why}.`
    : `${baseline.letters} and ${other.letters} are not known to be the same: ${why}.`;
}

/** Where the target is known to have changed between rounds, whichever side's runs; null otherwise. */
function changedBetweenRounds({ runs, paired }: Compared): string | null {
  if (!paired) return null;
  const changes = runsOfOneTarget(runs).flatMap((indexes) => changesAmong(runs, inTime(runs, indexes)));
  if (changes.length === 0) return null;
  return `The target changed between runs: ${firstOf([...new Set(changes.map(({ text }) => text))])}.`;
}

/** Where a side agreed on other TLS than the baseline; null where it is one, or not known. */
function otherTls({ sideIndex }: MetricOutcome, { runs, sides }: Compared): string | null {
  const [baseline, other] = [sides[0], sides[sideIndex]];
  const [from, to] = [baseline, other].map((side) => {
    const texts = side?.indexes.flatMap((index) => (runs[index] && tlsOfRun(runs[index])) ?? []);
    return texts?.[0] ?? null;
  });
  if (!baseline || !other || !from || !to || from === to) return null;
  return `Other TLS was negotiated (${baseline.letters}: ${from}; ${other.letters}: ${to}).`;
}

interface Compared {
  runs: Run[];
  sides: Side[];
  steps: ComparedStep[];
  /** The runs come from rounds. */
  paired: boolean;
}

/**
 * What the comparison comes to. For each side a wall that moved and a load that differs come first; then the primary
 * outcome declared, or else the throughput of the baseline's fastest step with a ratio.
 */
export function headlineOf(outcomes: MetricOutcome[], compared: Compared & { settings: ComparedSetting[] }): string {
  const { sides, steps, settings } = compared;
  const told = sides.slice(1).flatMap((_, at) => {
    const outcome = mainOf(outcomes, at + 1);
    if (!outcome) return [];
    return [
      [
        unknownTarget(outcome, compared),
        otherTls(outcome, compared),
        movedWall(outcome, compared),
        otherLoad(outcome, compared),
        outcome.sentence,
      ]
        .filter((text) => text !== null)
        .join(' '),
    ];
  });
  if (told.length > 0) {
    const competing = mostlyCompeting(compared.runs, steps);
    return [changedBetweenRounds(compared), ...told, competing].filter((text) => text !== null).join(' ');
  }
  const without = sides.slice(1).map(({ letters }) => letters);
  const asked = steps.map(({ spec }) => stepText(spec));
  if (without.length === 0) return alikeText(settings);
  return `${listed(without)} and ${sides[0]?.letters} have no measured step in common (${listed(asked.slice(0, 3))}), so there is nothing to compare.`;
}

/** The sentence for one configuration: what differs all the same is its environment. */
function alikeText(settings: ComparedSetting[]): string {
  const differing = settings.filter(({ values }) => new Set(values.filter((value) => value !== null)).size > 1);
  const unread = settings.filter((setting) => !setting.same && !differing.includes(setting));
  if (differing.length === 0 && unread.length > 0) {
    return `Not known to be the same: ${firstOf(unread.map(({ label }) => label))} ${unread.length === 1 ? 'was' : 'were'} not read in every run.`;
  }
  if (differing.length === 0) return 'Same configuration: differences are noise.';
  return `The same was asked, but the environment differs: ${firstOf(differing.map(({ label }) => label))}.`;
}

function mainOf(outcomes: MetricOutcome[], sideIndex: number): MetricOutcome | undefined {
  const own = outcomes.filter((outcome) => outcome.sideIndex === sideIndex);
  const throughput = own.filter(({ metric }) => metric === 'requestsPerSecond');
  // A figure that is not possible may well be the highest.
  const [fastest] = [...throughput].sort(
    (a, b) => Number(b.effect !== null) - Number(a.effect !== null) || (b.baseline.mean ?? 0) - (a.baseline.mean ?? 0),
  );
  return own.find(({ primary }) => primary) ?? fastest ?? own[0];
}
