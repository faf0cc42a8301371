'use client';

import type { RunSummary } from '@contract/run';
import { stepText } from '@rules/spec/load-words';
import { mixText, targetName, targetText } from '@rules/spec/target-words';
import { formatLatencyMs, formatSignificant, plural } from '@rules/words/numbers';
import type { ReactNode } from 'react';
import { statusOf } from '@/lib/run-state';
import { askedChips, type SettingChip, whyNoChips } from '@/lib/setting-chips';
import { formatDurationUs } from '@/lib/time';
import { NOT_STATED, whyNoBest } from '@/lib/why-absent';
import { Absent, Measured } from '@/ui/absent';
import { Chip } from '@/ui/chip';
import { TagLabel } from '@/ui/tag-label';
import { ValidityChip, WallWords } from '@/ui/verdict-chips';
import { When } from '@/ui/when';
import { BestFigure } from './best-figure';
import type { ColumnId } from './run-columns';

const NO_P99 = 'The clients of this step have no common p99, or the tool reported none';
const HOSTS = 3;
const NOT_SAMPLED = 'Not measured for this step';

/** What a run says in a column; the same in the table and on cards. */
export const CELLS: Record<ColumnId, (run: RunSummary) => ReactNode> = {
  status: (run) => <StatusCell run={run} />,
  verdict: ({ verdict, ...run }) =>
    verdict ? (
      <div className="grid max-w-40 justify-items-start gap-0.5 whitespace-normal" title={verdict.sentence}>
        <ValidityChip validity={verdict.validity} title={verdict.sentence} />
        <WallWords verdict={verdict} short title={verdict.sentence} />
      </div>
    ) : (
      <Absent why={run.stepsMeasured === 0 ? 'No step was measured' : 'Not judged yet'} />
    ),
  throughput: ({ best, spec, ...run }) =>
    best ? (
      <>
        <BestFigure best={best} />
        <div
          className="ml-auto max-w-44 whitespace-normal text-xs text-muted max-md:ml-0"
          title={`Measured with ${stepText(best.spec)}`}
        >
          {stepText(best.spec)}
          {spec.load.search && ', of a search'}
        </div>
      </>
    ) : (
      <Absent why={whyNoBest({ spec, ...run })} />
    ),
  p99: ({ best, ...run }) => (
    <Measured value={best?.latencyMsP99 ?? null} why={best ? (run.imported ? NOT_STATED : NO_P99) : whyNoBest(run)}>
      {(ms) => (
        <>
          {formatLatencyMs(ms, best?.latencyResolutionUs ?? 0)} <span className="text-muted">ms</span>
        </>
      )}
    </Measured>
  ),
  'server-cpu': (run) => <CpuCell value={run.best?.serverCpuUsPerRequest ?? null} run={run} />,
  'client-cpu': (run) => <CpuCell value={run.best?.clientCpuUsPerRequest ?? null} run={run} />,
  target: ({ spec }) => (
    <>
      <span className="block max-w-52 whitespace-normal [overflow-wrap:anywhere]">{mixText(spec.requests)}</span>
      <div className="text-xs text-muted" title={targetText(spec.target)}>
        {targetName(spec.target)}
        {(spec.target.kind === 'reference' || spec.target.kind === 'described') &&
          spec.target.workers !== null &&
          `, ${plural(spec.target.workers, 'worker')}`}
      </div>
    </>
  ),
  tuning: ({ spec }) => <TuningCell spec={spec} />,
  tool: ({ spec }) => (
    <>
      {spec.load.tool ?? <Absent why={NOT_STATED} />}
      {spec.load.search && <div className="text-xs text-muted">ceiling search</div>}
    </>
  ),
  hosts: ({ hostNames }) => (
    <span className="inline-block max-w-28 whitespace-normal break-words" title={hostNames.join(', ')}>
      {hostNames.slice(0, HOSTS).join(', ')}
      {hostNames.length > HOSTS && (
        <span className="text-xs text-muted"> and {plural(hostNames.length - HOSTS, 'more', 'more')}</span>
      )}
    </span>
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

function StatusCell({ run }: { run: RunSummary }) {
  const status = statusOf(run);
  return (
    <>
      <Chip tone={status.tone} title={run.imported ? `From ${run.imported.source}` : run.failure?.sentence}>
        {status.label}
      </Chip>
      {status.more && <div className="mt-0.5 text-xs text-muted">{status.more}</div>}
    </>
  );
}

function CpuCell({ value, run }: { value: number | null; run: RunSummary }) {
  return (
    <Measured value={value} why={run.best ? (run.imported ? NOT_STATED : NOT_SAMPLED) : whyNoBest(run)}>
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
function TuningCell({ spec }: { spec: RunSummary['spec'] }) {
  const asked = askedChips(spec);
  if (asked.length === 0) return <Absent why={whyNoChips(spec)} />;
  const shown = asked.length === CHIPS + 1 ? asked : asked.slice(0, CHIPS);
  const rest = asked.slice(shown.length);
  return (
    <ul className="flex flex-wrap gap-1 md:max-w-56">
      {shown.map((one) => (
        <li key={one.short} className="max-w-full">
          <TagLabel title={inFull(one)}>
            <span className="max-w-28 truncate">{one.short}</span>
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

const inFull = ({ label, full }: SettingChip): string => `${label}: ${full}`;
