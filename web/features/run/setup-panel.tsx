import type { Run } from '@/api/types';
import { Chip } from '@/components/chip';
import { Panel } from '@/components/panel';
import { formatCount, plural } from '@/lib/format';
import { setupOf } from '@/lib/run-draft';
import { askedChips, choiceText } from '@/lib/setting-words';
import { pathOf, workersText } from '@/lib/target-text';
import { formatDuration } from '@/lib/time';
import { TOOLS } from '@/lib/tools';
import { FactRow } from '../hosts/host-facts';

/** What was asked, and what was really started. */
export function SetupPanel({ run }: { run: Run }) {
  const { spec, target } = run;
  const { load } = spec;
  const { worker } = TOOLS[load.tool];
  const facts = run.hosts.find(({ roles }) => roles.includes('client'))?.facts;
  const setup = facts ? setupOf(spec, facts) : null;
  return (
    <Panel title="Setup" aside="asked, and what was really started">
      <dl className="grid gap-2.5">
        <FactRow name="Target">
          reference server, {spec.target.framework}, <span className="font-mono text-xs">{pathOf(spec)}</span>
          {target && <div className="text-muted">version {target.version}</div>}
        </FactRow>
        <FactRow name="Workers asked">{workersText(spec.target)}</FactRow>
        <FactRow name="Workers started">
          {target ? <Started run={run} /> : <span className="text-muted">the target was not started</span>}
        </FactRow>
        <FactRow name="Listens at">
          {target ? (
            <span className="font-mono text-xs">{target.url}</span>
          ) : (
            <span className="text-muted">{spec.target.port ?? 'automatic port'}</span>
          )}
        </FactRow>
        <FactRow name="CPU set, target">
          <CpuSet list={spec.tuning.targetCpus} />
        </FactRow>
        <FactRow name="CPU set, tool">
          <CpuSet list={load.toolCpus} />
        </FactRow>
        <FactRow name="Load">
          {load.tool},{' '}
          {load.toolWorkers === null
            ? `${worker}s by default${setup ? `: ${setup.toolWorkers}` : ''}`
            : plural(load.toolWorkers, worker)}
          <div className="text-muted">
            {load.warmupSeconds > 0 ? `${formatDuration(load.warmupSeconds)} warm-up before each step` : 'no warm-up'}
            {load.steps.length > 1 &&
              `, ${load.pauseSeconds > 0 ? `${formatDuration(load.pauseSeconds)} pauses` : 'no pauses'}`}
          </div>
        </FactRow>
        <FactRow name="Host tuning">
          <HostTuning run={run} />
        </FactRow>
      </dl>
    </Panel>
  );
}

function CpuSet({ list }: { list: string | null }) {
  if (list === null) return <>every CPU</>;
  return /^\d/.test(list) ? <span className="font-mono text-xs">{list}</span> : choiceText(list);
}

/** In short: what became of each setting stands in its own panel. */
function HostTuning({ run: { spec } }: { run: Run }) {
  const chips = askedChips(spec).filter(({ setting }) => setting !== 'targetCpus');
  if (chips.length === 0) return <>none asked for: settings were left as they were</>;
  return <>{chips.map(({ short }) => short).join(' · ')}</>;
}

function Started({ run }: { run: Run }) {
  const { target, spec } = run;
  if (!target) return null;
  const asked = spec.target.workers;
  const got = spec.target.prefork ? target.workers : target.goMaxProcsPerWorker;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      {plural(target.workers, 'process', 'processes')} × GOMAXPROCS {formatCount(target.goMaxProcsPerWorker)}
      {asked !== null && asked !== got && <Chip tone="warn">{`${formatCount(asked)} asked`}</Chip>}
    </span>
  );
}
