import type { ComparedSetting, ComparedStep, Comparison, MetricOutcome } from '../../contract/comparison.ts';
import type { Run } from '../../contract/run.ts';
import { mostlyCompeting } from '../comparison/competing-runs.ts';
import { rowName } from '../comparison/row-load.ts';
import { SHORT_STEPS, shortText } from '../comparison/short-steps.ts';
import { SECRETS_PATH } from '../comparison/spec-readers.ts';
import { wallOfMost } from '../comparison/wall-of-most.ts';
import { changesAmong, changeText, haveOneTarget, inTime, runsOfOneTarget } from '../identity/changed-targets.ts';
import { whyUnknown } from '../identity/target-identity.ts';
import { tlsOfRun } from '../requests/transport-words.ts';
import { firstOf, listed } from '../words/text.ts';
import { askedLoadOf, differenceText, loadDifference } from './asked-load.ts';
import { configurationOf, type Side } from './sides.ts';

/** Where the wall of a side is another than the baseline's, in the step that the outcome is of; null where it is not known to have moved. */
function movedWall({ sideIndex, stepPosition }: MetricOutcome, { runs, sides, steps }: Compared): string | null {
  const [baseline, other, step] = [sides[0], sides[sideIndex], steps[stepPosition]];
  if (!baseline || !other || !step) return null;
  const [from, to] = [baseline, other].map(({ indexes }) => wallOfMost(runs, indexes, step));
  if (!from || !to || from === to) return null;
  return `The bottleneck moved: ${baseline.letters} was limited by ${from}, ${other.letters} by ${to}.`;
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
  return `The load differs (${differenceText(difference, baseline.letters, other.letters)}), so the difference is not the server’s alone.`;
}

const CHANGED = 'The target changed';

/** Where the target is known to have changed, or the same was asked of both and it is not known to be the same; null otherwise. */
function unknownTarget({ sideIndex }: MetricOutcome, { runs, sides, paired }: Compared): string | null {
  const [baseline, other] = [sides[0], sides[sideIndex]];
  const [from, to] = [baseline, other].map((side) => runs[side?.indexes[0] ?? -1]);
  if (!baseline || !other || !from || !to) return null;
  const changed = !paired && haveOneTarget(from, to) ? changeText(from, to) : null;
  if (changed) return `${CHANGED} between ${baseline.letters} and ${other.letters}: ${changed}.`;
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
  return `${CHANGED} between runs: ${firstOf([...new Set(changes.map(({ text }) => text))])}.`;
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

/** Where runs of either side measured the step that the outcome is of for too short a time; null otherwise. */
function shortStep({ sideIndex, stepPosition }: MetricOutcome, { runs, sides, steps }: Compared): string | null {
  const indexes = [sides[0], sides[sideIndex]].flatMap((side) => side?.indexes ?? []);
  return shortText(runs, indexes, steps.slice(stepPosition, stepPosition + 1));
}

interface Compared {
  runs: Run[];
  sides: Side[];
  steps: ComparedStep[];
  /** The runs come from rounds. */
  paired: boolean;
}

/** What has to be known beside an answer: a few words next to it, and the whole of it behind. */
interface Beside {
  few: string;
  whole: string | null;
}

/**
 * The answer for each side: the primary outcome declared, or else the throughput of the baseline's fastest step with a
 * ratio. What differs beside it follows in a few words, which each outcome has, too; what it rests on is the reason.
 */
export function headlineOf(
  outcomes: MetricOutcome[],
  compared: Compared & { settings: ComparedSetting[] },
): Pick<Comparison, 'headline' | 'because' | 'outcomes'> {
  const { runs, sides, steps, settings } = compared;
  const besideOf = besideEach(compared);
  const cautious = outcomes.map((outcome) => withCautions(outcome, besideOf(outcome)));
  const told = sides.slice(1).flatMap((_, at) => mainOf(cautious, at + 1) ?? []);
  if (told.length > 0) {
    const beside = told.flatMap(besideOf);
    const few = told.flatMap(({ cautions }) => cautions ?? []);
    const headline = [...told.map(({ sentence }) => sentence), cautionText(few)];
    const because = [...new Set(beside.map(({ whole }) => whole)), ...told.map((outcome) => outcome.because)];
    return {
      headline: headline.filter(Boolean).join(' '),
      because: because.filter(Boolean).join(' '),
      outcomes: cautious,
    };
  }
  const without = sides.slice(1).map(({ letters }) => letters);
  if (without.length === 0) return { headline: alikeText(settings), because: '', outcomes };
  const asked = firstOf(steps.map((step) => rowName(runs, step)));
  return {
    headline: 'Nothing to compare: no measured step in common.',
    because: `${listed(without)} and ${sides[0]?.letters} share no measured step (${asked}).`,
    outcomes,
  };
}

/** 'Caution: competing load and steps under 5 s.'; '' without any. */
export const cautionText = (cautions: readonly string[]): string =>
  cautions.length === 0 ? '' : `Caution: ${listed([...new Set(cautions)])}.`;

function withCautions(outcome: MetricOutcome, beside: Beside[]): MetricOutcome {
  return beside.length === 0 ? outcome : { ...outcome, cautions: [...new Set(beside.map(({ few }) => few))] };
}

/** Outcomes of one side in one step have the same beside them: it is looked for once. */
function besideEach(compared: Compared): (outcome: MetricOutcome) => Beside[] {
  const { runs, steps } = compared;
  const ofAll = { target: changedBetweenRounds(compared), competing: mostlyCompeting(runs, steps) };
  const seen = new Map<string, Beside[]>();
  return (outcome) => {
    const place = `${outcome.sideIndex} ${outcome.stepPosition}`;
    const beside =
      seen.get(place) ??
      known([
        { few: 'target changed', whole: ofAll.target },
        ...besideOutcome(outcome, compared),
        { few: 'competing load', whole: ofAll.competing },
      ]);
    seen.set(place, beside);
    return beside;
  };
}

/** What has to be known beside an answer, without the arithmetic of its outcomes: a table shows that. */
export const besideText = ({ because, outcomes }: Pick<Comparison, 'because' | 'outcomes'>): string =>
  outcomes
    .reduce((rest, outcome) => (outcome.because === '' ? rest : rest.replace(outcome.because, '')), because)
    .replaceAll(/\s+/g, ' ')
    .trim();

function besideOutcome(outcome: MetricOutcome, compared: Compared): Beside[] {
  const target = unknownTarget(outcome, compared);
  return [
    { few: target?.startsWith(CHANGED) ? 'target changed' : 'targets not known to be the same', whole: target },
    { few: 'TLS differs', whole: otherTls(outcome, compared) },
    { few: 'bottlenecks differ', whole: movedWall(outcome, compared) },
    { few: 'load differs', whole: otherLoad(outcome, compared) },
    { few: SHORT_STEPS, whole: shortStep(outcome, compared) },
  ];
}

const known = (beside: Beside[]): Beside[] => beside.filter(({ whole }) => whole !== null);

/** The sentence for runs of one configuration; only their environment can differ. */
function alikeText(settings: ComparedSetting[]): string {
  const differing = settings.filter(({ values }) => new Set(values.filter((value) => value !== null)).size > 1);
  const unread = settings.filter((setting) => !setting.same && !differing.includes(setting));
  if (differing.length === 0 && unread.length > 0) {
    return `Not known to be the same: ${firstOf(unread.map(({ label }) => label))} ${unread.length === 1 ? 'was' : 'were'} not read in every run.`;
  }
  if (differing.length === 0) return 'Same configuration: no setting made a difference.';
  const secrets = unread.filter(({ path }) => path.startsWith(SECRETS_PATH));
  if (secrets.length > 0)
    return `Not known to be the same: ${listed(secrets.map(({ label }) => label))}. Different environment: ${firstOf(differing.map(({ label }) => label))}.`;
  return `Same configuration, different environment: ${firstOf(differing.map(({ label }) => label))}.`;
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
