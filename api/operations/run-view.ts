import type { HostFacts } from '../contract/host.ts';
import type { Artifact, Run, RunState, RunStep, RunSummary, RunTarget } from '../contract/run.ts';
import { caveatsOf } from '../domain/caveats.ts';
import { progressOf } from '../domain/progress.ts';
import { orNull, toNumber } from '../store/db.ts';
import { toPoint } from '../store/points.ts';
import { type RunRow, type SummaryRow, specOf } from '../store/runs.ts';

/** A run as its page shows it. */
export function toRun(row: RunRow, nowUs: number): Run {
  const steps = row.steps.map(toStep);
  const whole = {
    ...toSummary(row, nowUs),
    hosts: row.hosts.map((h) => ({
      hostId: h.hostId,
      name: h.name,
      roles: h.roles as ('server' | 'client')[],
      agentVersion: h.agentVersion,
      facts: h.facts as unknown as HostFacts,
    })),
    target: row.target as unknown as RunTarget | null,
    steps,
    transitions: row.transitions.map((t) => ({
      state: t.state as RunState,
      stepIndex: t.stepIndex,
      atUs: toNumber(t.atUs),
      note: t.note,
    })),
    artifacts: row.artifacts.map(toArtifact),
    tuning: [],
    findings: [],
  };
  return { ...whole, caveats: caveatsOf(whole) };
}

/** A run as the list shows it. */
export function toSummary(row: SummaryRow, nowUs: number): RunSummary {
  const spec = specOf(row);
  const facts = {
    state: row.state as RunState,
    stepIndex: row.stepIndex,
    startedAtUs: orNull(row.startedAtUs),
    endedAtUs: orNull(row.endedAtUs),
    enteredAtUs: orNull(row.transitions.at(-1)?.atUs ?? null) ?? nowUs,
  };
  return {
    id: row.id,
    name: row.name,
    state: facts.state,
    failure: row.failure === null ? null : { code: row.failureCode ?? '', sentence: row.failure },
    createdAtUs: toNumber(row.createdAtUs),
    startedAtUs: facts.startedAtUs,
    endedAtUs: facts.endedAtUs,
    progress: progressOf(spec, facts, nowUs),
    spec,
    hostNames: row.hosts.map((h) => h.name),
    tags: row.tags,
    notes: row.notes,
    basedOnRunId: row.basedOnRunId,
    createdByName: row.createdByName,
    stepsMeasured: row.steps.filter((s) => s.status === 'measured').length,
    stepsFailed: row.steps.filter((s) => s.status === 'failed').length,
    best: bestPoint(row),
  };
}

function bestPoint(row: SummaryRow): RunSummary['best'] {
  let best: RunSummary['best'] = null;
  for (const { index, connections, pipelining, point } of row.steps) {
    if (!point || (best && point.requestsPerSecond <= best.requestsPerSecond)) continue;
    const { requestsPerSecond, latencyMsP99, latencyResolutionUs, serverCpuUsPerRequest, clientCpuUsPerRequest } =
      point;
    best = {
      stepIndex: index,
      connections,
      pipelining,
      requestsPerSecond,
      latencyMsP99,
      latencyResolutionUs,
      serverCpuUsPerRequest,
      clientCpuUsPerRequest,
    };
  }
  return best;
}

function toStep(row: RunRow['steps'][number]): RunStep {
  const { connections, pipelining, durationSeconds } = row;
  return {
    index: row.index,
    status: row.status as RunStep['status'],
    spec: { loop: 'closed', connections, pipelining, durationSeconds },
    failure: row.failure === null ? null : { code: row.failureCode ?? '', sentence: row.failure },
    warmupCommand: row.warmupCommand,
    command: row.command,
    point: row.point && toPoint(row.point),
  };
}

function toArtifact(row: RunRow['artifacts'][number]): Artifact {
  return {
    id: row.id,
    kind: row.kind as Artifact['kind'],
    name: row.name,
    sha256: row.sha256,
    sizeBytes: toNumber(row.sizeBytes),
    mediaType: row.mediaType,
    stepIndex: row.stepIndex,
    phase: row.phase as Artifact['phase'],
  };
}
