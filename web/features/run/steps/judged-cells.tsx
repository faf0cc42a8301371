import type { RunStep } from '@contract/step';
import { FINDINGS_ID } from '@/features/run/verdict/findings-panel';
import { WHY_NOT_MEASURED } from '@/lib/run-state';
import { ratioText } from '@/lib/verdict-words';
import { Absent, Measured } from '@/ui/absent';
import { ValidityChip, WallWords } from '@/ui/verdict-chips';

const NO_RATIO =
  'Not computed: it needs a closed loop with known connections and pipelining, and a mean latency as measured; a median alone tells only what is impossible';

/** Little's ratio of a step, or why there is none. */
export function Little({ step: { point, verdict, status, failure } }: { step: RunStep }) {
  const why = point ? NO_RATIO : (failure?.sentence ?? WHY_NOT_MEASURED[status]);
  return (
    <Measured value={verdict?.littlesRatio ?? null} why={why}>
      {ratioText}
    </Measured>
  );
}

/** Whether the figure may be believed, and what limited it. */
export function WallCell({ step: { point, verdict, status, failure } }: { step: RunStep }) {
  if (!verdict) return <Absent why={point ? 'Not judged' : (failure?.sentence ?? WHY_NOT_MEASURED[status])} />;
  return (
    <div className="grid max-w-44 justify-items-start gap-0.5 whitespace-normal">
      {verdict.validity === 'valid' ? (
        <ValidityChip validity="valid" />
      ) : (
        <a href={`#${FINDINGS_ID}`} className="rounded-full hover:brightness-125">
          <ValidityChip validity={verdict.validity} />
        </a>
      )}
      <WallWords verdict={verdict} title={verdict.sentence} />
    </div>
  );
}
