import type { BestPoint } from '@contract/run';
import type { LeftOut, VerdictSummary } from '@contract/verdict';
import { leftOutText } from '@rules/verdict/left-out';
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

/** A higher figure of the run that is not its best, as it is less to be believed. */
export function LeftOutFigure({ leftOut, best }: { leftOut: LeftOut; best: Pick<VerdictSummary, 'validity'> | null }) {
  return (
    <span
      title={best ? leftOutText(leftOut, best) : undefined}
      className={`block text-xs leading-tight ${leftOut.validity === 'invalid' ? 'text-bad' : 'text-warn'}`}
    >
      ~{formatShort(leftOut.requestsPerSecond)} {leftOut.validity}
      {leftOut.more ? `, +${leftOut.more}` : ''}
    </span>
  );
}
