import { IMPORTED_SPEC_VERSION, type ImportedFrom, type ImportedSpec } from '../../contract/imported.ts';
import type { Run } from '../../contract/run.ts';
import type { RunStep } from '../../contract/step.ts';
import type { Finding } from '../../contract/verdict.ts';
import { hostOfUrl, isLoopback } from '../hosts/ip-address.ts';
import { type Importing, importedRun, sourceNote } from './imported-run.ts';
import type { ToolReading } from './tool-reading.ts';

/** One run of outputs of one tool, a step for each in their order. Nothing is known of its hosts. */
export function runOfOutputs(name: string, source: string, readings: ToolReading[], importing: Importing): Run {
  const [first] = readings;
  if (!first) throw new Error('a run needs an output');
  const from: ImportedFrom = {
    format: first.tool,
    source,
    url: null,
    fileName: importing.fileName,
    importedAtUs: importing.importedAtUs,
    importedByName: importing.importedByName,
  };
  const steps = readings.map(stepOf);
  const spec = specOf(first.tool, readings);
  const run = importedRun({ name, spec, hosts: [], steps, findings: findingsOf(readings) }, from, importing.newId());
  const started = known(steps.map(({ point }) => point?.startedAtUs ?? null));
  const ended = known(steps.map(({ point }) => point?.endedAtUs ?? null));
  if (!started || !ended) return run;
  return { ...run, startedAtUs: Math.min(...started), endedAtUs: Math.max(...ended) };
}

/** Null unless every one is known. */
function known(times: (number | null)[]): number[] | null {
  const all = times.filter((time) => time !== null);
  return all.length === times.length ? all : null;
}

function stepOf({ step, point, url }: ToolReading, index: number): RunStep {
  return {
    index,
    status: 'measured',
    spec: step,
    failure: null,
    warmupCommand: [],
    command: [],
    point,
    clients: [],
    profiles: [],
    evidence: {
      server: null,
      clients: [],
      sharedMachine: isLoopback(hostOfUrl(url ?? '') ?? '') ? true : null,
      requestsBySecond: null,
      requestsBySecondSource: null,
      locks: null,
    },
    verdict: null,
  };
}

function specOf(tool: string, readings: ToolReading[]): ImportedSpec {
  const path = shared(readings.map(({ url }) => (url !== null && URL.canParse(url) ? pathOf(new URL(url)) : null)));
  const method = shared(readings.map((reading) => reading.method ?? null));
  return {
    specVersion: IMPORTED_SPEC_VERSION,
    server: null,
    clients: [],
    target: { kind: 'described', framework: null, prefork: null, workers: null, responseBytes: null },
    requests: path === null ? [] : [{ method: method ?? 'GET', path, weight: 1 }],
    tuning: { targetCpus: null, server: null, clients: null, described: null },
    load: {
      tool,
      toolWorkers: shared(readings.map(({ point }) => point.toolWorkers)),
      toolCpus: null,
      decompress: null,
      warmupSeconds: null,
      pauseSeconds: null,
      steps: readings.map(({ step }) => step),
      search: null,
    },
    samplesPerSecond: null,
  };
}

/** Another query is another request. */
const pathOf = ({ pathname, search }: URL): string => `${pathname}${search}`;

/** What all of them say; null where they differ. */
function shared<T>(values: (T | null)[]): T | null {
  const [first = null, ...others] = values;
  return others.every((other) => other === first) ? first : null;
}

/** What is true of every step is said once. */
function findingsOf(readings: ToolReading[]): Finding[] {
  const texts = [...new Set(readings.flatMap(({ notes }) => notes))];
  return texts.flatMap((text) => {
    const steps = readings.flatMap(({ notes }, index) => (notes.includes(text) ? [index] : []));
    return steps.length === readings.length ? [sourceNote(text, null)] : steps.map((index) => sourceNote(text, index));
  });
}
