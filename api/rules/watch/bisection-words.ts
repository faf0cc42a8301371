import type { BisectedRevision, BisectionOutcome } from '../../contract/bisection.ts';
import type { ComparedMetric } from '../../contract/comparison.ts';
import { changeText, metricTitle } from '../outcomes/figures.ts';
import { shortCommit } from '../spec/revision-words.ts';
import { plural } from '../words/numbers.ts';
import { type Bisection, boundsOf, latest, type Next, nextOf, type Unresolved } from './bisection.ts';

const UNRESOLVED: Record<Unresolved, string> = {
  'not-reproduced': 'measured again, the ends do not differ, so there is nothing to look for',
  'end-not-buildable': 'one of the ends cannot be built',
  'too-noisy': 'the most rounds could not tell which side a commit between is on',
  'not-buildable': 'the commits between cannot be built',
};

/** Where a search has ended; null: it goes on. */
export function outcomeOf(next: Next): BisectionOutcome | null {
  if (next.type === 'measure') return null;
  if (next.type === 'found') return 'found';
  if (next.because === 'not-reproduced') return 'not-reproduced';
  return next.because === 'end-not-buildable' ? 'not-measured' : 'range';
}

/** Where it stands, or what it came to. */
export function bisectionSentence(bisection: Bisection, metric: ComparedMetric): string {
  const next = nextOf(bisection);
  const [good, bad] = boundsOf(bisection);
  const { revisions } = bisection;
  if (next.type === 'found') {
    const by = latest(bisection, bad)?.logRatio;
    const size = by == null ? '' : ` by ${changeText(Math.exp(by))}`;
    return `${shortCommit(next.revision)} changed ${lowerTitle(metric)}${size}, measured against ${shortCommit(revisions[0] ?? '')}.`;
  }
  if (next.type === 'range') {
    const where = `between ${shortCommit(next.good)} and ${shortCommit(next.bad)}`;
    return next.because === 'not-reproduced' || next.because === 'end-not-buildable'
      ? `No commit was found: ${UNRESOLVED[next.because]}.`
      : `The change lies ${where}: ${UNRESOLVED[next.because]}.`;
  }
  const left = bad - good - 1;
  if (bisection.measured.length === 0) return 'Both ends are measured first.';
  return `The change lies between ${shortCommit(revisions[good] ?? '')} and ${shortCommit(revisions[bad] ?? '')}: ${plural(left, 'commit')} between.`;
}

const lowerTitle = (metric: ComparedMetric): string => {
  const title = metricTitle(metric);
  return title.charAt(0).toLowerCase() + title.slice(1);
};

/** What is known of each commit: what lies before a good one is good, and what lies after a bad one is bad. */
export function verdictsOf(bisection: Bisection): Pick<BisectedRevision, 'verdict' | 'ratio'>[] {
  const [good, bad] = boundsOf(bisection);
  const reproduced = latest(bisection, bisection.revisions.length - 1)?.verdict === 'different';
  return bisection.revisions.map((_, at) => {
    const own = latest(bisection, at);
    const ratio = own?.logRatio == null ? null : Math.exp(own.logRatio);
    if (own?.verdict === 'not-buildable') return { verdict: 'not-buildable', ratio };
    if (reproduced && at <= good) return { verdict: 'good', ratio };
    return { verdict: reproduced && at >= bad ? 'bad' : 'unknown', ratio };
  });
}
