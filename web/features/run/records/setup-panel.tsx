import type { Run } from '@contract/run';
import type { KeptSpec } from '@contract/spec';
import { loadText } from '@rules/spec/load-words';
import { mixText, targetText } from '@rules/spec/target-words';
import { choiceText } from '@rules/tuning/setting-words';
import { formatCount, plural } from '@rules/words/numbers';
import { FactRow } from '@/features/hosts/host-facts';
import { workersAsked, workersRan } from '@/features/run/steps/tool-workers';
import { askedChips } from '@/lib/setting-chips';
import { formatDuration } from '@/lib/time';
import { Chip } from '@/ui/chip';
import { Panel } from '@/ui/panel';
import { ImportedSetup } from './imported-setup';

/** What was asked, and what was really started. */
export function SetupPanel({ run }: { run: Run }) {
  const { spec } = run;
  return spec.specVersion === 0 ? <ImportedSetup spec={spec} /> : <AskedSetup run={run} spec={spec} />;
}

interface AskedSetupProps {
  run: Run;
  spec: KeptSpec;
}

function AskedSetup({ run, spec }: AskedSetupProps) {
  const { load } = spec;
  return (
    <Panel title="Setup" aside="asked, and what was really started">
      <dl className="grid gap-2.5">
        <Target asked={spec.target} target={run.target} />
        <FactRow name="Requests">
          <span className="font-mono text-xs">{mixText(spec.requests)}</span>
          <div className="text-muted">
            {load.decompress ? 'gzip asked for and decompressed' : 'no compression asked for'}
          </div>
        </FactRow>
        <FactRow name="CPU set, target">
          {spec.target.kind === 'listening' ? 'left as it is' : <CpuSet list={spec.tuning.targetCpus} />}
        </FactRow>
        <FactRow name="CPU set, tool">
          <CpuSet list={load.toolCpus} />
        </FactRow>
        <FactRow name="Clients">{plural(spec.clients.length, 'host')}</FactRow>
        <FactRow name="Load">
          {load.tool}, {workersAsked(load)}
          {workersRan(run.steps, load.tool) && <span className="text-muted">: {workersRan(run.steps, load.tool)}</span>}
          <div>{loadText(load)}</div>
          <div className="text-muted">{rhythm(load)}</div>
        </FactRow>
        <FactRow name="Host tuning">
          <HostTuning spec={spec} />
        </FactRow>
      </dl>
    </Panel>
  );
}

function rhythm(load: KeptSpec['load']): string {
  const warmup =
    load.warmupSeconds > 0 ? `${formatDuration(load.warmupSeconds)} warm-up before each step` : 'no warm-up';
  if (load.steps.length < 2 && load.search === null) return warmup;
  return `${warmup}, ${load.pauseSeconds > 0 ? `${formatDuration(load.pauseSeconds)} pauses` : 'no pauses'}`;
}

function Target({ asked, target }: { asked: KeptSpec['target']; target: Run['target'] }) {
  return (
    <>
      <FactRow name="Target">
        {asked.kind === 'reference' && 'reference server, '}
        {targetText(asked)}
        {target && target.version !== '' && asked.kind !== 'named' && (
          <div className="text-muted">
            {asked.kind === 'reference' ? 'version' : 'the process'} {target.version}
          </div>
        )}
      </FactRow>
      {asked.kind === 'reference' && (
        <FactRow name="Workers started">
          {target ? (
            <Started asked={asked} target={target} />
          ) : (
            <span className="text-muted">the target was not started</span>
          )}
        </FactRow>
      )}
      <FactRow name="Listens at">
        {target ? (
          <span className="font-mono text-xs">{target.url}</span>
        ) : (
          <span className="text-muted">
            {asked.kind === 'named' ? 'as its host’s file says' : (asked.port ?? 'automatic port')}
          </span>
        )}
        {asked.kind === 'listening' && <div className="text-muted">neither started nor stopped by the run</div>}
      </FactRow>
    </>
  );
}

function CpuSet({ list }: { list: string | null }) {
  if (list === null) return <>every CPU</>;
  return /^\d/.test(list) ? <span className="font-mono text-xs">{list}</span> : choiceText(list);
}

/** The tuning in short: what became of each setting has a panel of its own. */
function HostTuning({ spec }: { spec: KeptSpec }) {
  const chips = askedChips(spec).filter(({ setting }) => setting !== 'targetCpus');
  if (chips.length === 0) return <>none asked for: settings were left as they were</>;
  return <>{chips.map(({ short }) => short).join(' · ')}</>;
}

interface StartedProps {
  asked: Extract<KeptSpec['target'], { kind: 'reference' }>;
  target: NonNullable<Run['target']>;
}

function Started({ asked, target: { workers, goMaxProcsPerWorker } }: StartedProps) {
  if (workers === null || goMaxProcsPerWorker === null)
    return <span className="text-muted">the target did not say</span>;
  const got = asked.prefork ? workers : goMaxProcsPerWorker;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      {plural(workers, 'process', 'processes')} × GOMAXPROCS {formatCount(goMaxProcsPerWorker)}
      {asked.workers !== null && asked.workers !== got && (
        <Chip tone="warn">{`${formatCount(asked.workers)} asked`}</Chip>
      )}
    </span>
  );
}
