import type { BisectedRevision, BisectionOutcome } from '../../contract/bisection.ts';
import type { ComparedMetric } from '../../contract/comparison.ts';
import { changeText, metricTitle } from '../outcomes/figures.ts';
import { shortCommit } from '../spec/revision-words.ts';
import { plural } from '../words/numbers.ts';
import { type Bisection, boundsOf, largestOf, latest, type Next, nextOf, type Unresolved } from './bisection.ts';

const UNRESOLVED: Record<Unresolved, (bisection: Bisection) => string> = {
  'not-reproduced': () => notFoundText('measured again, the ends are the same.'),
  'ends-unclear': (bisection) => notFoundText(`${largestOf(bisection)} rounds do not tell whether the ends differ.`),
  'other-way': (bisection) =>
    notFoundText(
      `the ends differ the other way, by ${sizeOf(bisection, bisection.revisions.length - 1)}. Look for ${bisection.direction === 'higher' ? 'lower' : 'higher'}.`,
    ),
  'end-not-buildable': () => notFoundText('one of the ends cannot be built.'),
  'too-noisy': (bisection) =>
    `${betweenText(bisection)}: ${largestOf(bisection)} rounds do not tell on which side a commit between them is.`,
  'not-buildable': (bisection) => `${betweenText(bisection)}: those between them cannot be built.`,
};

/** Where a search has ended; null: it goes on. */
export function outcomeOf(next: Next): BisectionOutcome | null {
  if (next.type === 'measure') return null;
  if (next.type === 'found') return 'found';
  return OUTCOMES[next.because];
}

const OUTCOMES: Record<Unresolved, BisectionOutcome> = {
  'not-reproduced': 'not-reproduced',
  'ends-unclear': 'ends-unclear',
  'other-way': 'other-way',
  'end-not-buildable': 'not-measured',
  'too-noisy': 'range',
  'not-buildable': 'range',
};

/** Where it stands, or what it came to. */
export function bisectionSentence(bisection: Bisection, metric: ComparedMetric): string {
  const next = nextOf(bisection);
  const { revisions, measured } = bisection;
  if (next.type === 'found') return foundText(bisection, metric);
  if (next.type === 'range') return UNRESOLVED[next.because](bisection);
  if (measured.length === 0) return 'Both ends are measured first.';
  if (!isReproduced(bisection)) return 'It is not clear yet whether the ends differ: more rounds follow.';
  const [good, bad] = boundsOf(bisection);
  return `${betweenText(bisection)}, with ${plural(bad - good - 1, 'commit')} between them, of ${revisions.length - 2}.`;
}

/** Several changes between the ends would each be a part: what the commit before it measured says so. */
function foundText(bisection: Bisection, metric: ComparedMetric): string {
  const [good, bad] = boundsOf(bisection);
  const [first = '', before = '', found = ''] = [0, good, bad].map((at) => bisection.revisions[at]);
  const parent = good > 0 ? `, and ${sizeOf(bisection, good)} at ${shortCommit(before)} before it` : '';
  return `${metricTitle(metric)} changed at ${shortCommit(found)}: it is ${sizeOf(bisection, bad)} there against ${shortCommit(first)}${parent}.`;
}

function betweenText(bisection: Bisection): string {
  const [good, bad] = boundsOf(bisection).map((at) => shortCommit(bisection.revisions[at] ?? ''));
  return `The change lies between ${good} and ${bad}`;
}

function sizeOf(bisection: Bisection, at: number): string {
  const logRatio = latest(bisection, at)?.logRatio;
  return logRatio == null ? 'not measured' : changeText(Math.exp(logRatio));
}

const isReproduced = (bisection: Bisection): boolean =>
  latest(bisection, bisection.revisions.length - 1)?.verdict === 'different';

/** What is known of each commit: what lies before a good one is good, and what lies after a bad one is bad. */
export function verdictsOf(bisection: Bisection): Pick<BisectedRevision, 'verdict' | 'ratio'>[] {
  const [good, bad] = boundsOf(bisection);
  const reproduced = isReproduced(bisection);
  return bisection.revisions.map((_, at) => {
    const own = latest(bisection, at);
    const ratio = own?.logRatio == null ? null : Math.exp(own.logRatio);
    if (own?.verdict === 'not-buildable') return { verdict: 'not-buildable', ratio };
    if (reproduced && at <= good) return { verdict: 'good', ratio };
    return { verdict: reproduced && at >= bad ? 'bad' : 'unknown', ratio };
  });
}

/** Of a search that something else ended. */
export const notFoundText = (why: string): string => `No commit was found: ${why}`;
