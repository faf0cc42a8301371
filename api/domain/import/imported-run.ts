import type { ImportedFrom, ImportedSpec } from '../../contract/imported.ts';
import type { Point, Run, RunHost, RunStep, RunSummary } from '../../contract/run.ts';
import type { Finding } from '../../contract/verdict.ts';
import { noneSucceeded } from '../failed-requests.ts';
import { isInvalid } from '../verdict/findings-of-load.ts';

/** What an import is told from outside: ids, the time and who asked, so that reading a file stays pure. */
export interface Importing {
  newId: () => string;
  importedAtUs: number;
  importedByName: string | null;
  fileName: string | null;
}

export interface ImportedParts {
  name: string;
  spec: ImportedSpec;
  hosts: RunHost[];
  steps: RunStep[];
  tags?: string[];
  notes?: string;
  findings?: Finding[];
}

/** A run as it is read from elsewhere: over, without a timeline, without files, and not judged yet. */
export function importedRun(parts: ImportedParts, imported: ImportedFrom, id: string): Run {
  const { name, spec, hosts, steps, tags = [], notes = '', findings = [] } = parts;
  return {
    id,
    name,
    state: 'finished',
    failure: null,
    createdAtUs: imported.importedAtUs,
    startedAtUs: null,
    endedAtUs: null,
    progress: { stepIndex: null, stepCount: steps.length, elapsedUs: 0, remainingUs: null },
    spec,
    imported,
    experimentId: null,
    verdict: null,
    hostNames: [...new Set(hosts.map((host) => host.name))],
    tags,
    notes,
    basedOnRunId: null,
    createdByName: imported.importedByName,
    stepsMeasured: steps.length,
    stepsFailed: 0,
    best: bestOf(steps),
    hosts,
    target: null,
    steps,
    transitions: [],
    artifacts: [],
    tuning: [],
    findings,
    search: null,
  };
}

/** The point with the most requests per second, of those where something is not known to have failed throughout; an invalid one where there is no other. */
export function bestOf(steps: RunStep[]): RunSummary['best'] {
  const [best] = steps
    .flatMap(({ index, spec, point }) => (point && canStand(point) ? [{ index, spec, point }] : []))
    .sort(
      (a, b) =>
        Number(isInvalid(a)) - Number(isInvalid(b)) ||
        b.point.requestsPerSecond - a.point.requestsPerSecond ||
        a.index - b.index,
    );
  if (!best) return null;
  const { point } = best;
  return {
    stepIndex: best.index,
    spec: best.spec,
    requestsPerSecond: point.requestsPerSecond,
    latencyMsP99: point.latencyMs.p99,
    latencyResolutionUs: point.latencyMs.resolutionUs,
    serverCpuUsPerRequest: point.serverCpuUsPerRequest,
    clientCpuUsPerRequest: point.clientCpuUsPerRequest,
  };
}

function canStand({ requests, errors }: Point): boolean {
  return requests === null || errors === null || !noneSucceeded({ requests, errors });
}

/** A note of the source about its own record. */
export const sourceNote = (sentence: string, stepIndex: number | null): Finding => ({
  code: 'source-note',
  severity: 'note',
  hostId: null,
  stepIndex,
  sentence,
});
