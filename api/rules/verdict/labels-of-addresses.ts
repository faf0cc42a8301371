import type { Run } from '../../contract/run.ts';
import type { Finding } from '../../contract/verdict.ts';
import { unmeasuredOrigin } from '../spec/external-target.ts';
import { plural } from '../words/numbers.ts';
import { firstOf } from '../words/text.ts';
import type { MeasuredStep } from './measured-step.ts';

/**
 * What the clients of a target without an agent resolved its host to. Several addresses, or others from step to step, may be
 * several machines.
 */
export function addressLabels(run: Run, steps: MeasuredStep[]): Finding[] {
  const origin = unmeasuredOrigin(run);
  if (origin === null || steps.length === 0) return [];
  const atStart = (run.target?.resolved ?? []).map(({ addresses }) => addresses);
  const ofSteps = steps.flatMap(({ clients }) =>
    clients.flatMap(({ figures }) => (figures?.resolved ? [figures.resolved] : [])),
  );
  const lists = [...atStart, ...ofSteps].map((addresses) => [...addresses].sort());
  const all = [...new Set(lists.flat())].sort();
  if (all.length < 2) return [];
  const changed = new Set(lists.map((list) => list.join())).size > 1;
  const when = changed ? ', not always the same,' : '';
  const sentence = `${origin} resolved to ${plural(all.length, 'address', 'addresses')}${when} (${firstOf(all)}): several machines may have answered. Allow one address instead of the name.`;
  return [{ code: 'target-addresses', severity: 'note', hostId: null, stepIndex: null, sentence }];
}
