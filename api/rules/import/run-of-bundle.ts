import type { Bundle, BundleMachine, BundleRun } from '../../contract/bundle.ts';
import {
  type DescribedHost,
  IMPORTED_SPEC_VERSION,
  type ImportedFrom,
  type ImportedSpec,
} from '../../contract/imported.ts';
import type { Run, RunHost } from '../../contract/run.ts';
import { evidenceOf } from './bundle-evidence.ts';
import { askedOf, errorsNote, pointOf } from './bundle-point.ts';
import { type Importing, importedRun, sourceNote } from './imported-run.ts';

/**
 * The runs of a bundle, in its order. What the bundle does not say is null in them; nothing is filled in. Their verdicts
 * are made of that like those of any run.
 */
export function runsOfBundle(bundle: Bundle, importing: Importing): Run[] {
  const hostIds = new Map<string, string>();
  const idOf = (described: string): string => {
    const id = hostIds.get(described) ?? importing.newId();
    hostIds.set(described, id);
    return id;
  };
  const from = importedFromBundle(bundle, importing);
  return bundle.runs.map((run) => runOfBundle(run, from, importing.newId(), idOf));
}

function importedFromBundle({ source }: Bundle, importing: Importing): ImportedFrom {
  const { importedAtUs, importedByName, fileName } = importing;
  return {
    format: 'bundle',
    source: source.date === undefined ? source.title : `${source.title}, ${source.date}`,
    url: source.url ?? null,
    fileName,
    importedAtUs,
    importedByName,
  };
}

function runOfBundle(run: BundleRun, from: ImportedFrom, id: string, idOf: (described: string) => string): Run {
  const hosts = hostsOf(run, idOf);
  const steps = run.points.map((point, index): Run['steps'][number] => {
    const evidence = evidenceOf(run, point, hosts);
    return {
      index,
      status: 'measured',
      spec: askedOf(point, run.load),
      failure: null,
      warmupCommand: [],
      command: [],
      point: pointOf(point, run, evidence),
      clients: [],
      profiles: [],
      evidence,
      verdict: null,
    };
  });
  const pointNotes = run.points.flatMap((point, index) =>
    [...(point.notes ?? []), errorsNote(point, askedOf(point, run.load).durationSeconds)].flatMap((text) =>
      text === null ? [] : [sourceNote(text, index)],
    ),
  );
  const findings = [...(run.notes ?? []).map((text) => sourceNote(text, null)), ...pointNotes];
  const { name, tags = [], remarks: notes = '' } = run;
  return importedRun({ name, spec: specOfBundle(run), hosts, steps, tags, notes, findings }, from, id);
}

function specOfBundle({ target, tuning, load, points }: BundleRun): ImportedSpec {
  return {
    specVersion: IMPORTED_SPEC_VERSION,
    server: null,
    clients: [],
    target: {
      kind: 'described',
      framework: target?.framework ?? null,
      prefork: target?.prefork ?? null,
      workers: target?.workers ?? null,
      responseBytes: target?.responseBytes ?? null,
    },
    requests: target?.path === undefined ? [] : [{ method: 'GET', path: target.path, weight: 1 }],
    tuning: {
      targetCpus: tuning?.targetCpus ?? null,
      server: null,
      clients: null,
      described: tuning ? Object.entries(tuning.settings ?? {}).map(([setting, value]) => ({ setting, value })) : null,
    },
    load: {
      tool: load?.tool ?? null,
      toolWorkers: load?.toolWorkers ?? null,
      toolCpus: null,
      decompress: load?.decompress ?? null,
      warmupSeconds: null,
      pauseSeconds: null,
      steps: points.map((point) => askedOf(point, load)),
      search: null,
    },
    samplesPerSecond: null,
  };
}

/** The hosts of both sides, also of a side that is measured but not described. */
function hostsOf({ hardware = {}, points }: BundleRun, idOf: (described: string) => string): RunHost[] {
  const measuredClients = Math.max(0, ...points.map(({ clients }) => clients?.length ?? 0));
  const clients = Math.max(measuredClients, hardware.clients?.length ?? 0);
  const hasServer = hardware.server !== undefined || points.some(({ server }) => server !== undefined);
  const of = (role: 'server' | 'client', machine: BundleMachine | undefined, place: number): RunHost => ({
    hostId: idOf(JSON.stringify([role, place, machine ?? null])),
    name: nameOf(role, machine, clients > 1 ? place + 1 : null),
    roles: [role],
    agentVersion: null,
    facts: null,
    described: machine ? described(machine) : null,
  });
  return [
    ...(hasServer ? [of('server', hardware.server, 0)] : []),
    ...Array.from({ length: clients }, (_, place) => of('client', hardware.clients?.[place], place)),
  ];
}

/** `c8i.32xlarge server`, or `client 2`. */
function nameOf(role: 'server' | 'client', machine: BundleMachine | undefined, place: number | null): string {
  if (machine?.name !== undefined) return machine.name;
  const words = [machine?.instanceType, role, role === 'client' ? place : null];
  return words.filter((word) => word !== undefined && word !== null).join(' ');
}

function described(machine: BundleMachine): DescribedHost {
  const { nic } = machine;
  return {
    instanceType: machine.instanceType ?? null,
    cpuModel: machine.cpuModel ?? null,
    cpus: machine.cpus ?? null,
    memoryBytes: machine.memoryGibibytes === undefined ? null : Math.round(machine.memoryGibibytes * 2 ** 30),
    kernel: machine.kernel ?? null,
    nics: nic
      ? [
          {
            name: nic.name ?? null,
            speedBitsPerSecond:
              nic.bandwidthGigabitsPerSecond === undefined ? null : nic.bandwidthGigabitsPerSecond * 1e9,
            queues: nic.queues ?? null,
          },
        ]
      : [],
  };
}
