import type { Run } from '@contract/run';
import type { KeptSpec } from '@contract/spec';
import { requestsCurl } from '@rules/requests/request-curl';
import { requestBesides, requestName } from '@rules/requests/request-words';
import { transportText, variableText } from '@rules/requests/transport-words';
import { isTerminal } from '@rules/run/run-machine';
import { asksServices } from '@rules/spec/backend-check';
import { loadText } from '@rules/spec/load-words';
import { mixText, targetText } from '@rules/spec/target-words';
import { choiceText } from '@rules/tuning/setting-words';
import { formatDuration } from '@rules/words/durations';
import { formatCount, plural } from '@rules/words/numbers';
import { FactRow } from '@/features/hosts/host-facts';
import { workersAsked, workersRan } from '@/features/run/steps/tool-workers';
import { askedChips } from '@/lib/setting-chips';
import { Chip } from '@/ui/chip';
import { CopyButton } from '@/ui/copy-button';
import { Panel } from '@/ui/panel';
import { ImportedSetup } from './imported-setup';
import { TargetIdentityRows } from './target-identity';

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
        <Target run={run} asked={spec.target} />
        <TargetIdentityRows run={run} />
        <FactRow name="Requests">
          <span className="font-mono text-xs">{mixText(spec.requests)}</span>
          <RequestLines spec={spec} url={run.target?.url ?? null} />
          <div className="text-muted">
            {load.decompress ? 'gzip asked for and decompressed' : 'no compression asked for'}
          </div>
        </FactRow>
        <FactRow name="CPU set, target">
          {leftAlone(spec.target.kind) ? 'left as it is' : <CpuSet list={spec.tuning.targetCpus} />}
        </FactRow>
        <FactRow name="CPU set, tool">
          <CpuSet list={load.toolCpus} />
        </FactRow>
        <FactRow name="Clients">{plural(spec.clients.length, 'host')}</FactRow>
        {asksServices(spec.target) && (
          <FactRow name="Services">
            {spec.backend ? `on ${hostName(run, spec.backend.hostId)}, a host of their own` : 'on the target’s host'}
          </FactRow>
        )}
        <FactRow name="Load">
          {load.tool}, {workersAsked(load)}
          {workersRan(run.steps, load.tool) && <span className="text-muted">: {workersRan(run.steps, load.tool)}</span>}
          <div>{loadText(load)}</div>
          {transportText(load) && <div>{transportText(load)}</div>}
          <div className="text-muted">{rhythm(load)}</div>
        </FactRow>
        <FactRow name="Host tuning">
          <HostTuning spec={spec} hosts={run.hosts} />
        </FactRow>
      </dl>
    </Panel>
  );
}

const hostName = ({ hosts }: Run, hostId: string): string =>
  hosts.find((host) => host.hostId === hostId)?.name ?? 'a host';

/** Nobody here started it. */
const leftAlone = (kind: KeptSpec['target']['kind']): boolean => kind === 'listening' || kind === 'external';

/** What requests hold beside method and path, each in a line. */
function RequestLines({ spec, url }: { spec: KeptSpec; url: string | null }) {
  const lines = spec.requests.flatMap((request) => {
    const besides = requestBesides(request);
    return besides ? [`${requestName(request)}: ${besides}`] : [];
  });
  return (
    <>
      {[...lines, ...spec.variables.map(variableText)].map((line) => (
        <div key={line} className="text-muted [overflow-wrap:anywhere]">
          {line}
        </div>
      ))}
      {url !== null && (
        <div className="mt-1.5">
          <CopyButton
            label={spec.requests.length === 1 ? 'Copy as curl' : 'Copy all as curl'}
            text={() => requestsCurl(spec.requests, url)}
          />
        </div>
      )}
    </>
  );
}

function rhythm(load: KeptSpec['load']): string {
  const warmup =
    load.warmupSeconds > 0 ? `${formatDuration(load.warmupSeconds)} warm-up before each step` : 'no warm-up';
  if (load.steps.length < 2 && load.search === null) return warmup;
  return `${warmup}, ${load.pauseSeconds > 0 ? `${formatDuration(load.pauseSeconds)} pauses` : 'no pauses'}`;
}

function Target({ run, asked }: { run: Run; asked: KeptSpec['target'] }) {
  const { target } = run;
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
            <span className="text-muted">
              {isTerminal(run.state) ? 'the target was not started' : 'not started yet'}
            </span>
          )}
        </FactRow>
      )}
      <FactRow name={asked.kind === 'external' ? 'Reached at' : 'Listens at'}>
        {target && asked.kind === 'external' ? (
          <Resolved target={target} />
        ) : target ? (
          <span className="font-mono text-xs">{target.url}</span>
        ) : (
          <span className="text-muted">{placeAsked(asked)}</span>
        )}
        {asked.kind === 'listening' && <div className="text-muted">neither started nor stopped by the run</div>}
      </FactRow>
    </>
  );
}

function placeAsked(asked: KeptSpec['target']): string | number {
  if (asked.kind === 'named') return 'as its host’s file says';
  return asked.kind === 'external' ? 'not resolved' : (asked.port ?? 'automatic port');
}

/** What the clients resolved its host to: the same addresses once. */
function Resolved({ target }: { target: NonNullable<Run['target']> }) {
  const lists = new Set((target.resolved ?? []).map(({ addresses }) => addresses.join(', ')));
  return (
    <>
      {[...lists].map((list) => (
        <div key={list} className="font-mono text-xs [overflow-wrap:anywhere]">
          {list || 'not stated'}
        </div>
      ))}
      <div className="text-muted">as the load generators’ hosts resolved it; no agent measures what answers</div>
    </>
  );
}

function CpuSet({ list }: { list: string | null }) {
  if (list === null) return <>every CPU</>;
  return /^\d/.test(list) ? <span className="font-mono text-xs">{list}</span> : choiceText(list);
}

/** The tuning in short: what became of each setting has a panel of its own. */
function HostTuning({ spec, hosts }: { spec: KeptSpec; hosts: Run['hosts'] }) {
  const chips = askedChips(spec).filter(({ setting }) => setting !== 'targetCpus');
  // Of a host that never joined nobody knows its settings.
  const wasThere = hosts.every(({ facts }) => !facts?.expected);
  if (chips.length === 0) return <>none asked for{wasThere && ': settings were left as they were'}</>;
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
