import type { BestPoint } from '@contract/run';
import { formatShort } from '@rules/words/numbers';

/** Three digits; `doubtful`: a figure that is not to be believed as it is. */
export function BestFigure({
  best,
  doubtful = false,
}: {
  best: Pick<BestPoint, 'requestsPerSecond'>;
  doubtful?: boolean;
}) {
  return (
    <span className={doubtful ? 'text-warn' : undefined}>
      <span className="font-semibold">
        {doubtful && '~'}
        {formatShort(best.requestsPerSecond)}
      </span>{' '}
      <span className="text-muted">req/s</span>
    </span>
  );
}
