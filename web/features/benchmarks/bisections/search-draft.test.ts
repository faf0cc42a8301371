import type { Alert } from '@contract/alert';
import type { BisectedRevision } from '@contract/bisection';
import { describe, expect, it } from 'vitest';
import { readSearch, type SearchDraft } from './search-draft';
import { revisionText } from './verdict-looks';

const [GOOD, BAD] = ['a'.repeat(40), 'b'.repeat(40)];
const draft = (over: Partial<SearchDraft> = {}): SearchDraft => ({
  ...{ good: GOOD, bad: BAD, metric: 'requestsPerSecond', stepIndex: 1, way: 'worse', ...over },
});

describe('a search', () => {
  it('of an alert leaves all of it to the alert', () => {
    const empty = draft({ good: '', bad: '' });
    expect(readSearch(empty, { id: 'a1' } as Alert)).toEqual({ body: { alertId: 'a1' }, faults: {} });
  });

  it('between two commits needs both, and says which way worse is', () => {
    const { body, faults } = readSearch(draft({ good: ` ${GOOD} ` }), null);
    expect(faults).toEqual({});
    expect(body).toEqual({ good: GOOD, bad: BAD, metric: 'requestsPerSecond', stepIndex: 1, direction: 'lower' });
    expect(readSearch(draft({ metric: 'latencyMsP99' }), null).body.direction).toBe('higher');
    expect(readSearch(draft({ way: 'better' }), null).body.direction).toBe('higher');
    expect(readSearch(draft({ good: '', bad: 'abc' }), null).faults).toEqual({
      good: 'Choose a commit.',
      bad: 'A commit by its whole SHA.',
    });
    expect(readSearch(draft({ bad: GOOD }), null).faults.bad).toBe('It has to be a later commit than the other.');
  });
});

it('says of a commit what was measured of it, and what only follows', () => {
  const commit = (over: Partial<BisectedRevision> = {}): BisectedRevision => ({
    ...{ revision: BAD, subject: null, verdict: 'bad', ratio: null, experimentIds: [], ...over },
  });
  const ends = [{ revision: GOOD }, { revision: BAD }];
  expect(revisionText(commit({ ratio: 1.2 }), ends)).toBe('as after the change, +20.0 % against aaaaaaa');
  expect(revisionText(commit(), ends)).toBe('as after the change, as others tell');
  expect(revisionText(commit({ verdict: 'unknown' }), ends)).toBe('not known yet');
  expect(revisionText(commit({ revision: GOOD, verdict: 'good' }), ends)).toBe(
    'as before the change, what the others are measured against',
  );
});
