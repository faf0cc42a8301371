import type { Run } from '../../contract/run.ts';
import type { RunStep } from '../../contract/step.ts';

/** What the source of an imported run lacks, and the consequence, the most serious first. */
export function missingOf({ steps }: Run): string[] {
  return [
    absent(steps, ({ evidence }) => (evidence?.clients.length ?? 0) > 0, 'metrics of the client', NO_WALL),
    absent(steps, ({ evidence }) => Boolean(evidence?.server), 'metrics of the server', NO_WALL),
    absent(steps, isBoundedBy('connections'), 'connections', NO_LITTLE),
    absent(steps, isBoundedBy('pipelining'), 'depth of pipelining', NO_LITTLE),
    absent(
      steps,
      ({ point }) => point?.latencyMs.mean != null || point?.latencyMs.p50 != null,
      'mean or median',
      NO_LITTLE,
    ),
    absent(steps, isTimed, 'duration', 'it may have been too short'),
    absent(steps, ({ point }) => point?.errors != null, 'errors', 'some requests may have failed'),
    absent(steps, isRateSaid, 'rate that was asked', 'it may not have been met'),
  ].filter((sentence) => sentence !== null);
}

const NO_WALL = 'what limited the figures is unknown';
const NO_LITTLE = 'whether the figures are possible cannot be checked';

const isBoundedBy =
  (what: 'connections' | 'pipelining') =>
  ({ spec, point }: RunStep): boolean =>
    spec.loop === 'open' || point?.inFlightMax != null || spec[what] != null;
const isTimed = ({ spec, point }: RunStep): boolean => spec.durationSeconds !== null || point?.durationUs != null;
const isRateSaid = ({ spec }: RunStep): boolean => spec.loop === 'closed' || spec.requestsPerSecond !== null;

function absent(steps: RunStep[], has: (step: RunStep) => boolean, what: string, follows: string): string | null {
  const lacking = steps.filter((step) => !has(step)).length;
  if (lacking === 0) return null;
  if (lacking === steps.length) return `No ${what}: ${follows}.`;
  return `No ${what} at ${lacking} of ${steps.length} points: there, ${follows}.`;
}
