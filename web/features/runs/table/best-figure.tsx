import type { BestPoint } from '@contract/run';
import { formatCount } from '@rules/words/numbers';

export function BestFigure({ best }: { best: BestPoint }) {
  return (
    <>
      <span className="font-semibold">{formatCount(best.requestsPerSecond)}</span>{' '}
      <span className="text-muted">req/s</span>
    </>
  );
}
