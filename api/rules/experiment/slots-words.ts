import type { ExperimentSlot } from '../../contract/experiment.ts';
import { plural } from '../words/numbers.ts';

type Place = Pick<ExperimentSlot, 'runId' | 'failedRunIds'>;

/** Nothing was run in this place. */
const isUntried = ({ runId, failedRunIds }: Place): boolean => runId === null && failedRunIds.length === 0;

/** Of a place without a run that counts or goes on; null where those that gave no figure say it. */
export function placeText(place: Place, isEnding: boolean): string | null {
  if (!isEnding) return 'waits';
  return isUntried(place) ? 'not run' : null;
}

/** '12 runs, round by round; 1 run gave no figure; 1 repeated', '12 runs planned; 1 run gave no figure; 11 not run'. */
export function placesText(places: readonly Place[], isEnding: boolean): string {
  const notRun = isEnding ? places.filter(isUntried).length : 0;
  const without = places.reduce((sum, { failedRunIds }) => sum + failedRunIds.length, 0);
  // The last one without a figure is made up for only where a run follows it.
  const repeated = places.reduce(
    (sum, { runId, failedRunIds }) => sum + Math.max(0, failedRunIds.length - (runId === null ? 1 : 0)),
    0,
  );
  return [
    `${plural(places.length, 'run')}${notRun > 0 ? ' planned' : ', round by round'}`,
    without > 0 && `${plural(without, 'run')} gave no figure`,
    repeated > 0 && `${repeated} repeated`,
    notRun > 0 && `${notRun} not run`,
  ]
    .filter(Boolean)
    .join('; ');
}
