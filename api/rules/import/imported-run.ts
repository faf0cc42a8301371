import type { ImportedFrom, ImportedSpec } from '../../contract/imported.ts';
import type { Run, RunHost } from '../../contract/run.ts';
import type { RunStep } from '../../contract/step.ts';
import type { Finding } from '../../contract/verdict.ts';
import { bestOf } from '../load/best-step.ts';

/** What an import gets from outside: ids, the time and who asked, so that reading a file stays pure. */
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
    best: bestOf(steps, null),
    hosts,
    target: null,
    preflight: null,
    steps,
    transitions: [],
    artifacts: [],
    tuning: [],
    findings,
    search: null,
  };
}

/** A note of the source about its own record. */
export const sourceNote = (sentence: string, stepIndex: number | null): Finding => ({
  code: 'source-note',
  severity: 'note',
  hostId: null,
  stepIndex,
  sentence,
});
