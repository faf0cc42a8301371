import type { HostRole } from '../../contract/choices.ts';
import type { HostFacts } from '../../contract/host.ts';
import type { LatencyHistogram, LoadShare } from '../../contract/load.ts';
import type { RunSpec } from '../../contract/spec.ts';
import { json } from '../../platform/store/db.ts';
import type { PointFigures } from '../../rules/load/point.ts';
import type { TunedHost } from '../../rules/tuning/tuned-host.ts';
import { toRun } from '../../runs/run-view.ts';
import { pointColumns } from '../../runs/store/points.ts';
import { evidenceRow } from '../../runs/store/run-tuning.ts';
import { newRunRows, type TunedRunRow } from '../../runs/store/runs.ts';
import { stepClientRow } from '../../runs/store/step-clients.ts';
import { standingOf, verdictColumns } from '../../runs/store/verdicts.ts';
import { loadResult } from '../fake-agent.ts';
import { samplePoint } from '../sample-run.ts';
import { hostCounts } from './scale-evidence.ts';
import type { StepFigures } from './scale-plan.ts';

export interface ScaleHost {
  hostId: string;
  name: string;
  roles: HostRole[];
  facts: HostFacts;
}

export interface ScaleRun {
  id: string;
  name: string;
  spec: RunSpec;
  server: ScaleHost;
  clients: ScaleHost[];
  createdAtUs: number;
  createdByName: string | null;
  tags: string[];
  ending: 'finished' | 'failed' | 'canceled';
  /** Of each step that was measured: fewer than asked in a run that ended early. */
  figures: StepFigures[];
  inFlight: number[];
  /** Processes of the target. */
  workers: number;
  responseBytes: number;
}

const AGENT = '0.1.0';
const SETUP_US = 4_000_000;
const FAILURES = {
  failed: { failureCode: 'tool-failed', failure: 'volley ended with status 1: connect: connection refused' },
  canceled: { failureCode: 'canceled', failure: 'Canceled by a person.' },
};

/** Rows of a run in every table that one has in the database, but samples and snapshots; judged by the rules of today. */
export function runRows(run: ScaleRun) {
  const hosts = [run.server, ...run.clients];
  const made = newRunRows({
    ...{ id: run.id, name: run.name, spec: run.spec, idempotencyKey: null, basedOnRunId: null },
    ...{ createdByName: run.createdByName, nowUs: run.createdAtUs },
    hosts: hosts.map((host) => ({ ...host, agentVersion: AGENT })),
  });
  const startedAtUs = run.createdAtUs + SETUP_US;
  const seconds = run.spec.load.steps.map(({ durationSeconds }) => durationSeconds);
  const begins = seconds.map((_, at) => startedAtUs + seconds.slice(0, at).reduce((sum, s) => sum + s, 0) * 1e6);
  const endedAtUs = (begins.at(-1) ?? startedAtUs) + (seconds.at(-1) ?? 0) * 1e6 + SETUP_US;
  const ended = {
    ...made.run,
    ...{ state: run.ending, tags: run.tags, startedAtUs, endedAtUs, deletedAtUs: null, notes: '' },
    target: json(targetOf(run)),
    ...(run.ending === 'finished' ? { failureCode: null, failure: null } : FAILURES[run.ending]),
  };
  const measured = run.figures.map((figures, index) => measuredStep(run, index, figures, begins[index] ?? startedAtUs));
  const steps = made.steps.map((step, index) => ({
    ...step,
    ...(measured[index] ? { status: 'measured', command: ['volley', '--json'] } : { status: 'skipped', command: [] }),
  }));
  const transitions = [
    ...made.transitions,
    ...measured.flatMap((_, stepIndex) =>
      (['measuring', 'cooling'] as const).map((state, at) => ({
        ...{ sequence: 1 + stepIndex * 2 + at, state, stepIndex, note: null },
        atUs: (begins[stepIndex] ?? 0) + at * (seconds[stepIndex] ?? 0) * 1e6,
      })),
    ),
    { sequence: 1 + measured.length * 2, state: run.ending, stepIndex: null, note: null, atUs: endedAtUs },
  ];
  const rows = { run: ended, hosts: made.hosts, steps, transitions, measured };
  const whole = judged(run, rows);
  const owned = <T extends object>(all: T[]) => all.map((one) => ({ runId: run.id, ...one }));
  return {
    run: { ...ended, ...verdictColumns(whole) },
    hosts: owned(made.hosts),
    steps: owned(steps.map((step, at) => ({ ...step, standing: standingOf(whole.steps[at]?.verdict ?? null) }))),
    transitions: owned(transitions),
    points: measured.map(({ point }, stepIndex) => ({ runId: run.id, stepIndex, ...point })),
    clients: measured.flatMap(({ clients }) => clients),
    evidence: measured.flatMap(({ evidence }) => evidence),
  };
}

type Made = Omit<ReturnType<typeof newRunRows>, 'run'> & { run: object; measured: ReturnType<typeof measuredStep>[] };

/** What the page of the run will say of these rows, once they are read back. */
function judged(run: ScaleRun, rows: Made) {
  const row = {
    ...{ stepIndex: null, verdictVersion: null, validity: null, wallConfidence: null, verdictSentence: null },
    ...{ preflight: null, experiment: null, imported: null, artifacts: [], annotations: [], ...rows.run },
    hosts: rows.hosts,
    transitions: rows.transitions.map((one) => ({ stepIndex: null, note: null, ...one })),
    steps: rows.steps.map((step, index) => ({
      ...{ failure: null, failureCode: null, warmupCommand: [], profiles: [], ...step },
      point: rows.measured[index]
        ? { latencyRangeMs: null, tls: null, streams: null, ...rows.measured[index].point }
        : null,
      clients: rows.measured[index]?.clients ?? [],
    })),
  };
  const tuned = [run.server, ...run.clients].map(
    (host): TunedHost => ({
      ...{ applied: null, restored: null, snapshots: [], moved: [], found: {} },
      host: { ...host, agentVersion: AGENT, described: null },
      evidence: rows.measured.flatMap(({ counts }, stepIndex) =>
        counts.flatMap((one) => (one.hostId === host.hostId ? [{ stepIndex, evidence: one }] : [])),
      ),
    }),
  );
  return toRun(row as unknown as TunedRunRow, tuned, run.createdAtUs);
}

const targetOf = ({ spec, server, workers }: ScaleRun) => ({
  ...{ url: 'http://192.0.2.10:9000', command: ['server', '--port', '9000'], version: AGENT, workers, cpus: null },
  goMaxProcsPerWorker: spec.target.kind === 'reference' && spec.target.prefork ? 1 : server.facts.cpus,
});

function measuredStep(run: ScaleRun, index: number, figures: StepFigures, startedAtUs: number) {
  const seconds = run.spec.load.steps[index]?.durationSeconds ?? 0;
  const { requestsPerSecond, serverBusy, clientBusy } = figures;
  const requests = Math.round(requestsPerSecond * seconds);
  const inFlight = run.inFlight[index] ?? 0;
  const clientCpus = run.clients.reduce((sum, { facts }) => sum + facts.cpus, 0);
  const latencyMs = latencyOf(figures.latencyMsMean);
  const {
    distribution: _,
    rounded: __,
    ...point
  } = samplePoint({
    ...{ startedAtUs, endedAtUs: startedAtUs + seconds * 1e6, requests, durationUs: seconds * 1e6, requestsPerSecond },
    ...{ requestsPerSecondStddev: requestsPerSecond * 0.006, requestsPerSecondMax: requestsPerSecond * 1.01 },
    ...{ bytesPerSecond: requestsPerSecond * run.responseBytes, latencyMs, toolWorkers: clientCpus },
    ...{
      inFlightMax: inFlight,
      connectionsAsked: inFlight,
      connectionsEstablished: inFlight,
      serverRequests: requests,
    },
    ...{ serverCpus: serverBusy * run.server.facts.cpus, clientCpus: clientBusy * clientCpus },
    serverCpuUsPerRequest: (serverBusy * run.server.facts.cpus * 1e6) / requestsPerSecond,
    clientCpuUsPerRequest: (clientBusy * clientCpus * 1e6) / requestsPerSecond,
  });
  const common = { seconds, responseBytes: run.responseBytes };
  const counts = [
    hostCounts({
      ...{ hostId: run.server.hostId, cpus: run.server.facts.cpus, busy: serverBusy, requests, ...common },
      workers: run.workers,
    }),
    ...run.clients.map(({ hostId, facts }) =>
      hostCounts({
        ...{ hostId, cpus: facts.cpus, busy: clientBusy, ...common, workers: null },
        requests: Math.round((requests * facts.cpus) / clientCpus),
      }),
    ),
  ];
  return {
    point: pointColumns(point as PointFigures, histogramOf(requests, latencyMs)),
    counts,
    evidence: counts.map((one) => evidenceRow(run.id, index, one)),
    clients: run.clients.map(({ hostId, facts }) => {
      const part = facts.cpus / clientCpus;
      const share: LoadShare = { loop: 'closed', connections: Math.round(inFlight * part), pipelining: 1 };
      const result = loadResult(startedAtUs, {
        ...{ endedAtUs: startedAtUs + seconds * 1e6, requests: Math.round(requests * part), durationUs: seconds * 1e6 },
        ...{
          requestsPerSecond: requestsPerSecond * part,
          bytesPerSecond: requestsPerSecond * part * run.responseBytes,
        },
        ...{ latencyMs, toolWorkers: facts.cpus, connectionsEstablished: Math.round(inFlight * part) },
        ...{ requestsPerSecondStddev: null, requestsPerSecondMax: null, command: ['volley', '--json'] },
      });
      const cpus = clientBusy * facts.cpus;
      return stepClientRow(run.id, index, {
        hostId,
        share,
        command: ['volley', '--json'],
        result,
        failure: null,
        cpus,
      });
    }),
  };
}

const RESOLUTION_US = 1;

/** A tail like those that are measured, to the microsecond. */
function latencyOf(mean: number) {
  const at = (times: number): number => Math.round(mean * times * 1000) / 1000;
  return {
    ...{ mean: at(1), stddev: at(0.7), p50: at(0.86), p90: at(1.55), p95: at(1.9), p97_5: at(2.3), p99: at(2.9) },
    ...{ p99_9: at(4.6), p99_99: at(7), max: at(11), loop: 'closed' as const, resolutionUs: RESOLUTION_US },
  };
}

/** Half of the requests up to p50, and so on: the figures again. */
function histogramOf(requests: number, latency: ReturnType<typeof latencyOf>): LatencyHistogram {
  const marks = [
    [latency.p50, 0.5],
    [latency.p90, 0.4],
    [latency.p95, 0.05],
    [latency.p97_5, 0.025],
    [latency.p99, 0.015],
    [latency.p99_9, 0.009],
    [latency.p99_99, 0.0009],
    [latency.max, 0.0001],
  ] as const;
  const counts = marks.map(([, share]) => Math.round(requests * share));
  counts[0] = (counts[0] ?? 0) + requests - counts.reduce((sum, count) => sum + count, 0);
  return { significantDigits: 3, valuesUs: marks.map(([ms]) => Math.round(ms * 1000)), counts };
}
