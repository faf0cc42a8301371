import type { BisectedRevision, Bisection } from '@contract/bisection';
import { changeText } from '@rules/outcomes/figures';
import type { Tone } from '@/lib/run-state';
import { revisionName } from '../revision-name';

type BisectionVerdict = BisectedRevision['verdict'];

const VERDICTS: Record<BisectionVerdict, { name: string; ink: string }> = {
  good: { name: 'as before the change', ink: 'var(--ok)' },
  bad: { name: 'as after the change', ink: 'var(--bad)' },
  unknown: { name: 'not known yet', ink: 'var(--control)' },
  'not-buildable': { name: 'cannot be built', ink: 'var(--warn)' },
};

/** `bad` is after the change, which may be the better side. */
export function inkOf(verdict: BisectionVerdict, better: boolean): string {
  const turned = { good: 'bad', bad: 'good' } as const;
  return VERDICTS[better && (verdict === 'good' || verdict === 'bad') ? turned[verdict] : verdict].ink;
}

const OUTCOMES: Record<NonNullable<Bisection['outcome']>, { name: string; tone: Tone }> = {
  found: { name: 'found', tone: 'ok' },
  range: { name: 'narrowed down', tone: 'warn' },
  'not-reproduced': { name: 'no change found', tone: 'plain' },
  'ends-unclear': { name: 'ends unclear', tone: 'warn' },
  'other-way': { name: 'the other way', tone: 'plain' },
  'not-measured': { name: 'not measured', tone: 'warn' },
};

export function stateOf({ status, outcome }: Pick<Bisection, 'status' | 'outcome'>): { name: string; tone: Tone } {
  if (status === 'running') return { name: 'searching', tone: 'live' };
  return outcome === null ? { name: 'canceled', tone: 'plain' } : OUTCOMES[outcome];
}

/** The commit that a search found; null where it found none. */
export const foundRevision = ({ outcome, revisions }: Pick<Bisection, 'outcome' | 'revisions'>) =>
  outcome === 'found' ? (revisions.find(({ verdict }) => verdict === 'bad') ?? null) : null;

/** '1a2b3c4: as before the change, −0.31 % against 5d6e7f8'; what follows from others was not measured. */
export function revisionText(
  { revision, verdict, ratio }: BisectedRevision,
  [goodEnd]: Pick<BisectedRevision, 'revision'>[],
): string {
  const isEnd = revision === goodEnd?.revision;
  const follows = verdict === 'good' || verdict === 'bad' ? ', as others tell' : '';
  const measured =
    ratio === null ? (isEnd ? ', what the others are measured against' : follows) : `, ${changeText(ratio)}`;
  const against = ratio === null || !goodEnd ? '' : ` against ${revisionName(goodEnd.revision)}`;
  return `${VERDICTS[verdict].name}${measured}${against}`;
}
