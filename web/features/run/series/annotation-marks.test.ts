import type { RunAnnotation } from '@contract/annotation';
import type { Run } from '@contract/run';
import { expect, test } from 'vitest';
import { notesOn } from './annotation-marks';

const side = (hostId: string, fromUs: number, toUs: number) => ({ hostId, loadTime: { fromUs, toUs } });
/** The client's clock is an hour ahead. */
const steps = [
  {
    index: 0,
    point: { durationUs: 5e6 },
    evidence: { server: side('server', 10e6, 15e6), clients: [side('client', 3610e6, 3615e6)] },
    clients: [],
  },
] as unknown as Run['steps'];
const written = (hostId: string, fromUs: number, toUs: number | null) =>
  ({ hostId, fromUs, toUs, text: `by ${hostId}` }) as RunAnnotation;

test('an annotation stands where it was written on its own host, and at the same moment of the load on others', () => {
  const run = { steps, annotations: [written('server', 11e6, null), written('client', 3612e6, 3613e6)] };
  expect(notesOn(run, 'server')).toEqual([
    { number: 1, fromUs: 11e6, toUs: null, text: 'by server' },
    { number: 2, fromUs: 12e6, toUs: 13e6, text: 'by client' },
  ]);
  expect(notesOn(run, 'client').map(({ fromUs }) => fromUs)).toEqual([3611e6, 3612e6]);
  expect(notesOn({ steps }, 'server')).toEqual([]);
});
