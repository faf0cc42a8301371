import type { ImportedRunRef } from '@contract/import';
import type { BestPoint } from '@contract/run';
import { stepText } from '@rules/spec/load-words';
import { formatLatencyMs, plural } from '@rules/words/numbers';
import Link from 'next/link';
import { BestFigure } from '@/features/runs/table/best-figure';
import { Chip } from '@/ui/chip';
import { VerdictChip } from '@/ui/verdict-chips';

/** A run as it would be, or is: its best figure and what it is worth, how many points it has, and what its source does not say. */
export function RunPreview({ run }: { run: ImportedRunRef }) {
  const { best, verdict } = run;
  const here = run.runId ?? run.copyOf;
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-sm">
        <span className="min-w-0 font-medium [overflow-wrap:anywhere]">{run.name}</span>
        <span className="text-muted">{plural(run.points, 'point')}</span>
        {run.known && <Chip title="It is not stored a second time">imported before</Chip>}
        {run.copyOf !== null && <Chip tone="warn">here already</Chip>}
        {here !== null && (
          <Link href={`/runs/${here}`} className="text-accent underline-offset-2 hover:underline">
            Open the one that is here
          </Link>
        )}
      </p>
      {best && (
        <p className="mt-0.5 text-sm">
          {run.points > 1 && <span className="text-muted">best </span>}
          <BestFigure best={best} verdict={verdict} />
          <span className="text-muted">
            {p99Text(best)} at {stepText(best.spec, run.protocol)}
          </span>
        </p>
      )}
      {verdict && (
        <p className="mt-1">
          <VerdictChip verdict={verdict} />
        </p>
      )}
      {verdict?.validity === 'invalid' && <p className="mt-0.5 text-xs [overflow-wrap:anywhere]">{verdict.sentence}</p>}
      {run.missing.length > 0 && (
        <ul aria-label="What is missing" className="mt-0.5 list-disc pl-5 text-xs text-muted">
          {run.missing.map((sentence) => (
            <li key={sentence} className="[overflow-wrap:anywhere]">
              {sentence}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const p99Text = ({ latencyMsP99, latencyResolutionUs }: BestPoint): string =>
  latencyMsP99 === null ? '' : `, p99 ${formatLatencyMs(latencyMsP99, latencyResolutionUs)} ms`;
