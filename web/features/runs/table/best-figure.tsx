import type { BestPoint } from '@contract/run';
import type { GroupMember } from '@contract/run-list';
import type { LeftOut, VerdictSummary } from '@contract/verdict';
import { leftOutFigure, leftOutText } from '@rules/verdict/left-out';
import { isDoubtful } from '@rules/words/doubtful';
import { formatShort } from '@rules/words/numbers';

interface BestFigureProps {
  best: Pick<BestPoint, 'requestsPerSecond' | 'aboveBound'>;
  /** Whether it is to be believed as it is; null where that is not known yet. */
  verdict: Pick<GroupMember, 'validity'> | null;
}

/** Three digits. */
export function BestFigure({ best, verdict }: BestFigureProps) {
  const doubtful = verdict !== null && isDoubtful(verdict);
  return (
    <span className={doubtful ? 'text-warn' : undefined} title={doubtful ? (verdict.validity ?? undefined) : undefined}>
      <span className="font-semibold">
        {doubtful && '~'}
        {formatShort(best.requestsPerSecond)}
      </span>{' '}
      <span className="text-muted">req/s</span>
      {best.aboveBound && (
        <span title={`No step kept ${best.aboveBound}`} className="block text-xs leading-tight text-warn">
          above its bound
        </span>
      )}
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
      {leftOutFigure(leftOut)}
    </span>
  );
}
