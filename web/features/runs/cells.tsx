'use client';

import type { ReactNode } from 'react';
import type { BestPoint, RunSpec, RunSummary } from '@/api/types';
import { Absent, Measured } from '@/components/absent';
import { Chip } from '@/components/chip';
import { TagLabel } from '@/components/tag-label';
import { When } from '@/components/when';
import { formatCount, formatLatencyMs, formatSignificant } from '@/lib/format';
import type { ColumnId } from '@/lib/run-columns';
import { statusOf } from '@/lib/run-state';
import { type AskedSetting, askedChips, SETTING_LABELS } from '@/lib/setting-words';
import { loadText, modeText, pathOf, workersText } from '@/lib/target-text';
import { formatDurationUs } from '@/lib/time';
import { BestFigure } from './best-figure';

const NOTHING_MEASURED = 'No step was measured';
const NOT_SAMPLED = 'Not measured for this step';

/** What a run says in a column; the same in the table and on cards. */
export const CELLS: Record<ColumnId, (run: RunSummary) => ReactNode> = {
  status: (run) => <StatusCell run={run} />,
  throughput: ({ best }) =>
    best ? (
      <>
        <BestFigure best={best} />
        <div className="text-xs text-muted" title={`Measured with ${loadText(loadOf(best))}`}>
          {best.pipelining > 1
            ? `${formatCount(best.connections)} × ${formatCount(best.pipelining)} deep`
            : loadText(loadOf(best))}
        </div>
      </>
    ) : (
      <Absent why={NOTHING_MEASURED} />
    ),
  p99: ({ best }) => (
    <Measured value={best?.latencyMsP99 ?? null} why={NOTHING_MEASURED}>
      {(ms) => (
        <>
          {formatLatencyMs(ms, best?.latencyResolutionUs ?? 0)} <span className="text-muted">ms</span>
        </>
      )}
    </Measured>
  ),
  'server-cpu': ({ best }) => <CpuCell value={best?.serverCpuUsPerRequest ?? null} measured={best !== null} />,
  'client-cpu': ({ best }) => <CpuCell value={best?.clientCpuUsPerRequest ?? null} measured={best !== null} />,
  target: ({ spec }) => (
    <>
      {pathOf(spec)} <span className="text-muted">{spec.target.framework}</span>
      <div className="text-xs text-muted" title={workersText(spec.target)}>
        {spec.target.workers === null ? modeText(spec.target) : workersText(spec.target)}
      </div>
    </>
  ),
  tuning: ({ spec }) => <TuningCell spec={spec} />,
  tool: ({ spec }) => spec.load.tool,
  hosts: ({ hostNames }) => (
    <span className="inline-block max-w-28 whitespace-normal break-words">{hostNames.join(', ')}</span>
  ),
  created: ({ createdAtUs }) => (
    <span className="text-muted">
      <When atUs={createdAtUs} />
    </span>
  ),
  duration: ({ startedAtUs, endedAtUs }) =>
    startedAtUs === null || endedAtUs === null ? (
      <Absent why="It never started" />
    ) : (
      formatDurationUs(endedAtUs - startedAtUs)
    ),
  who: ({ createdByName }) => createdByName ?? <Absent why="Not recorded" />,
  notes: ({ notes }) =>
    notes === '' ? (
      <Absent why="No notes" />
    ) : (
      <span className="block max-w-64 truncate text-muted" title={notes}>
        {notes.trim().split('\n')[0]}
      </span>
    ),
};

const loadOf = ({ connections, pipelining }: BestPoint) =>
  ({ loop: 'closed', durationSeconds: 0, connections, pipelining }) as const;

function StatusCell({ run }: { run: RunSummary }) {
  const status = statusOf(run);
  return (
    <>
      <Chip tone={status.tone} title={run.failure?.sentence}>
        {status.label}
      </Chip>
      {status.more && <div className="mt-0.5 text-xs text-muted">{status.more}</div>}
    </>
  );
}

function CpuCell({ value, measured }: { value: number | null; measured: boolean }) {
  return (
    <Measured value={value} why={measured ? NOT_SAMPLED : NOTHING_MEASURED}>
      {(us) => (
        <>
          {formatSignificant(us)} <span className="text-muted">µs</span>
        </>
      )}
    </Measured>
  );
}

const CHIPS = 3;

/** The first few settings; the rest are counted, and told to whoever points at them. */
function TuningCell({ spec }: { spec: RunSpec }) {
  const asked = askedChips(spec);
  if (asked.length === 0) return <Absent why="No tuning was asked for" />;
  const shown = asked.length === CHIPS + 1 ? asked : asked.slice(0, CHIPS);
  const rest = asked.slice(shown.length);
  return (
    <ul className="flex flex-wrap gap-1 md:max-w-56">
      {shown.map((one) => (
        <li key={one.short} className="max-w-full">
          <TagLabel title={inFull(one)}>
            <span className="max-w-32 truncate">{one.short}</span>
          </TagLabel>
        </li>
      ))}
      {rest.length > 0 && (
        <li title={rest.map(inFull).join('\n')} className="text-xs leading-5 text-muted">
          + {rest.length} more
          <span className="sr-only">: {rest.map(({ short }) => short).join(', ')}</span>
        </li>
      )}
    </ul>
  );
}

const inFull = ({ setting, full }: AskedSetting): string => `${SETTING_LABELS[setting]}: ${full}`;
