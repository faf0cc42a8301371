import type { Point } from '../../contract/point.ts';
import type { Run } from '../../contract/run.ts';
import type { RunStep } from '../../contract/step.ts';
import { settingsText } from '../identity/service-identity.ts';
import { targetIsKnown, whyUnknown } from '../identity/target-identity.ts';
import { percentileNames } from '../load/histogram.ts';
import { wallText } from '../verdict/words.ts';
import type { Column } from './csv.ts';

export interface StepRow {
  run: Run;
  step: RunStep;
}

const ofStep = (name: string, of: (step: RunStep) => ReturnType<Column<StepRow>['of']>): Column<StepRow> => ({
  name,
  of: ({ step }) => of(step),
});

const ofPoint = (name: string, of: (point: Point) => ReturnType<Column<StepRow>['of']>): Column<StepRow> => ({
  name,
  of: ({ step }) => step.point && of(step.point),
});

const LATENCIES = ['mean', 'stddev', ...percentileNames, 'max'] as const;

const ASKED: Column<StepRow>[] = [
  ofStep('step', ({ index }) => index + 1),
  ofStep('status', ({ status }) => status),
  ofStep('failure', ({ failure }) => failure?.sentence ?? null),
  ofStep('loop', ({ spec }) => spec.loop),
  ofStep('asked_connections', ({ spec }) => spec.connections),
  ofStep('asked_pipelining', ({ spec }) => (spec.loop === 'closed' ? spec.pipelining : null)),
  ofStep('asked_requests_per_second', ({ spec }) => (spec.loop === 'open' ? spec.requestsPerSecond : null)),
  ofStep('asked_arrivals', ({ spec }) => (spec.loop === 'open' ? spec.arrivals : null)),
  ofStep('asked_duration_seconds', ({ spec }) => spec.durationSeconds),
  { name: 'tool', of: ({ run }) => run.spec.load.tool },
  ofPoint('tool_workers', ({ toolWorkers }) => toolWorkers),
  ofStep('profiles', ({ spec }) => spec.profiles.join(' ')),
];

const THROUGHPUT: Column<StepRow>[] = [
  ofPoint('started_at_us', ({ startedAtUs }) => startedAtUs),
  ofPoint('duration_us', ({ durationUs }) => durationUs),
  ofPoint('common_window_us', ({ commonWindowUs }) => commonWindowUs),
  ofPoint('requests', ({ requests }) => requests),
  ofPoint('requests_per_second', ({ requestsPerSecond }) => requestsPerSecond),
  ofPoint('requests_per_second_rounded', ({ rounded }) => rounded),
  ofPoint('requests_per_second_stddev', ({ requestsPerSecondStddev }) => requestsPerSecondStddev),
  ofPoint('requests_per_second_max', ({ requestsPerSecondMax }) => requestsPerSecondMax),
  ofPoint('offered_per_second', ({ offeredPerSecond }) => offeredPerSecond),
  ofPoint('unsent_requests', ({ unsent }) => unsent),
  ofPoint('bytes_per_second', ({ bytesPerSecond }) => bytesPerSecond),
];

const LATENCY: Column<StepRow>[] = [
  ...LATENCIES.map((figure) => ofPoint(`latency_ms_${figure}`, ({ latencyMs }) => latencyMs[figure])),
  ofPoint('latency_loop', ({ latencyMs }) => latencyMs.loop),
  ofPoint('latency_resolution_us', ({ latencyMs }) => latencyMs.resolutionUs),
  ...percentileNames.flatMap((figure) => [
    ofPoint(`latency_ms_${figure}_lowest_client`, ({ latencyRangeMs }) => latencyRangeMs?.[figure]?.low ?? null),
    ofPoint(`latency_ms_${figure}_highest_client`, ({ latencyRangeMs }) => latencyRangeMs?.[figure]?.high ?? null),
  ]),
];

const COUNTS: Column<StepRow>[] = [
  ofPoint('errors_connection', ({ errors }) => errors?.connection ?? null),
  ofPoint('errors_timeout', ({ errors }) => errors?.timeout ?? null),
  ofPoint('errors_reset', ({ errors }) => errors?.reset ?? null),
  ofPoint('errors_non2xx', ({ errors }) => errors?.non2xx ?? null),
  ofPoint('errors_mismatch', ({ errors }) => errors?.mismatch ?? null),
  ofPoint('connects_failed', ({ connectsFailed }) => connectsFailed ?? null),
  ofPoint('in_flight_max', ({ inFlightMax }) => inFlightMax),
  ofPoint('streams_least', ({ streams }) => streams?.leastPerConnection ?? null),
  ofPoint('streams_most', ({ streams }) => streams?.mostPerConnection ?? null),
  ofPoint('requests_taken_back', ({ streams }) => streams?.takenBack ?? null),
  ofPoint('connections_established', ({ connectionsEstablished }) => connectionsEstablished),
  ofPoint('server_requests', ({ serverRequests }) => serverRequests),
  ofPoint('server_cpu_us_per_request', ({ serverCpuUsPerRequest }) => serverCpuUsPerRequest),
  ofPoint('client_cpu_us_per_request', ({ clientCpuUsPerRequest }) => clientCpuUsPerRequest),
  ofPoint('server_cpus', ({ serverCpus }) => serverCpus),
  ofPoint('client_cpus', ({ clientCpus }) => clientCpus),
  ofPoint('other_cpus', ({ otherCpus }) => otherCpus),
  ofPoint('sample_gap_seconds', ({ sampleGapSeconds }) => sampleGapSeconds),
];

const VERDICT: Column<StepRow>[] = [
  ofStep('validity', ({ verdict }) => verdict?.validity ?? null),
  ofStep('wall', ({ verdict }) => verdict?.wall ?? null),
  ofStep('wall_in_words', ({ verdict }) => verdict && wallText(verdict)),
  ofStep('confidence', ({ verdict }) => verdict?.confidence ?? null),
  ofStep('lower_bound', ({ verdict }) => verdict?.lowerBound ?? null),
  ofStep('littles_ratio', ({ verdict }) => verdict?.littlesRatio ?? null),
  ofStep('verdict', ({ verdict }) => verdict?.sentence ?? null),
  ofStep('next', ({ verdict }) => verdict?.next ?? null),
  { name: 'findings', of: ({ run, step }) => codesOf(run, step.index) },
];

/** Those of the whole run are each step's, too: they count for its validity. */
const codesOf = ({ findings }: Run, index: number): string =>
  [
    ...new Set(findings.flatMap(({ stepIndex, code }) => (stepIndex === index || stepIndex === null ? [code] : []))),
  ].join(' ');

const RUN: Column<StepRow>[] = [
  { name: 'run_id', of: ({ run }) => run.id },
  { name: 'run', of: ({ run }) => run.name },
  { name: 'run_state', of: ({ run }) => run.state },
];

/** What the target was, to compare rows of several runs by. */
const TARGET: Column<StepRow>[] = [
  { name: 'target_program_sha256', of: ({ run }) => run.target?.identity?.binary?.sha256 ?? null },
  { name: 'target_files_sha256', of: ({ run }) => declaredFiles(run) },
  { name: 'target_version_said', of: ({ run }) => run.target?.identity?.version ?? null },
  { name: 'target_services', of: ({ run }) => servicesText(run) },
  { name: 'target_known', of: ({ run }) => targetIsKnown(asMeasured(run)) },
  { name: 'target_not_known_because', of: ({ run }) => whyUnknown([asMeasured(run)]) },
  ofStep('target_processes', ({ evidence }) => evidence?.server?.processes ?? null),
  ofStep('target_threads', ({ evidence }) => (evidence?.server?.processes ? evidence.server.threads : null)),
];

/** A run that came here in a document of ours says all that its own instance knew of it; other sources leave settings out. */
const asMeasured = (run: Run): Run => (run.spec.specVersion === 0 ? run : { ...run, imported: null });

const declaredFiles = ({ target }: Run): string | null =>
  target?.identity?.files.flatMap(({ path, sha256, declared }) => (declared ? [`${path} ${sha256}`] : [])).join('; ') ??
  null;

/** 'postgresql 18.4 12ab… (work_mem=8MB)'. */
const servicesText = ({ target }: Run): string | null =>
  target?.services
    ?.map((one) => `${one.name} ${one.version ?? ''} ${one.binary?.sha256 ?? ''} (${settingsText(one)})`)
    .join('; ') ?? null;

/** Every figure of a step. */
export const STEP_COLUMNS: Column<StepRow>[] = [
  ...RUN,
  ...ASKED,
  ...THROUGHPUT,
  ...LATENCY,
  ...COUNTS,
  ...VERDICT,
  ...TARGET,
];
