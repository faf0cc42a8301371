import type { CreateRun, HostFacts, RunSpec } from '../api/types';
import { formatCpuList, missingCpus, parseCpuList } from './cpu-list';
import { defaultToolWorkers, generatedName } from './estimate';
import { PRESETS, type StepDraft } from './presets';
import type { Setup } from './warnings';

/** What a person typed: text, kept as typed until it is right. */
export interface RunDraft {
  name: string;
  hostId: string;
  path: RunSpec['requests'][number]['path'];
  prefork: boolean;
  workers: string;
  port: string;
  targetCpus: string;
  toolWorkers: string;
  toolCpus: string;
  warmupSeconds: string;
  pauseSeconds: string;
  steps: StepDraft[];
}

export type DraftErrors = Record<string, string>;

export function emptyDraft(): RunDraft {
  const preset = PRESETS[0] as (typeof PRESETS)[number];
  return {
    name: '',
    hostId: '',
    path: '/simple',
    prefork: false,
    workers: '',
    port: '',
    targetCpus: '',
    toolWorkers: '',
    toolCpus: '',
    warmupSeconds: preset.warmupSeconds,
    pauseSeconds: preset.pauseSeconds,
    steps: preset.steps,
  };
}

/** Reads a stored draft; anything that does not look like one is dropped. */
export function restoreDraft(stored: string | null): RunDraft | null {
  if (!stored) return null;
  try {
    const draft = { ...emptyDraft(), ...(JSON.parse(stored) as Partial<RunDraft>) };
    return Array.isArray(draft.steps) && draft.steps.length > 0 ? draft : null;
  } catch {
    return null;
  }
}

interface Reading {
  errors: DraftErrors;
  whole(field: string, text: string, low: number, high: number): number;
  optional(field: string, text: string, low: number, high: number): number | null;
  cpus(field: string, text: string): string | null;
}

function reading(online: number[] | null): Reading {
  const errors: DraftErrors = {};
  const whole = (field: string, text: string, low: number, high: number): number => {
    const value = Number(text.replaceAll(',', ''));
    if (text.trim() !== '' && Number.isInteger(value) && value >= low && value <= high) return value;
    errors[field] = `A whole number from ${low.toLocaleString('en-US')} to ${high.toLocaleString('en-US')}.`;
    return low;
  };
  return {
    errors,
    whole,
    optional: (field, text, low, high) => (text.trim() === '' ? null : whole(field, text, low, high)),
    cpus: (field, text) => {
      if (text.trim() === '') return null;
      const cpus = parseCpuList(text);
      if (!cpus) {
        errors[field] = 'A CPU list such as 0-3,8.';
        return null;
      }
      const missing = online ? missingCpus(cpus, online) : [];
      if (missing.length > 0)
        errors[field] = `This host has no CPU ${formatCpuList(missing)}; it has ${formatCpuList(online ?? [])}.`;
      return formatCpuList(cpus);
    },
  };
}

/** The run that a draft asks for, and what is wrong with it by field of the draft. */
export function readDraft(draft: RunDraft, facts: HostFacts | null): { run: CreateRun; errors: DraftErrors } {
  const read = reading(facts ? parseCpuList(facts.onlineCpus) : null);
  const spec: RunSpec = {
    specVersion: 2,
    server: { hostId: draft.hostId, address: null },
    clients: [{ hostId: draft.hostId }],
    target: {
      kind: 'reference',
      framework: 'fiber',
      prefork: draft.prefork,
      workers: read.optional('workers', draft.workers, 1, 4096),
      port: read.optional('port', draft.port, 1, 65_535),
    },
    requests: [{ method: 'GET', path: draft.path, weight: 1 }],
    tuning: { targetCpus: read.cpus('targetCpus', draft.targetCpus) },
    load: {
      tool: 'autocannon',
      toolWorkers: read.optional('toolWorkers', draft.toolWorkers, 1, 1024),
      toolCpus: read.cpus('toolCpus', draft.toolCpus),
      warmupSeconds: read.whole('warmupSeconds', draft.warmupSeconds, 0, 600),
      pauseSeconds: read.whole('pauseSeconds', draft.pauseSeconds, 0, 600),
      steps: draft.steps.map((step, index) => ({
        loop: 'closed' as const,
        connections: read.whole(`steps.${index}.connections`, step.connections, 1, 100_000),
        pipelining: read.whole(`steps.${index}.pipelining`, step.pipelining, 1, 1000),
        durationSeconds: read.whole(`steps.${index}.durationSeconds`, step.durationSeconds, 1, 3600),
      })),
    },
  };
  if (draft.hostId === '') read.errors.hostId = 'Choose a host.';
  if (draft.name.trim().length > 120) read.errors.name = 'At most 120 characters.';
  return { run: { name: draft.name.trim() || generatedName(spec), spec }, errors: read.errors };
}

export function setupOf(spec: RunSpec, facts: HostFacts): Setup {
  const onlineCpus = parseCpuList(facts.onlineCpus) ?? [];
  const toolCpus = spec.load.toolCpus === null ? null : parseCpuList(spec.load.toolCpus);
  return {
    load: spec.load,
    onlineCpus,
    targetCpus: spec.tuning.targetCpus === null ? null : parseCpuList(spec.tuning.targetCpus),
    toolCpus,
    toolWorkers: spec.load.toolWorkers ?? defaultToolWorkers((toolCpus ?? onlineCpus).length),
    toolWorkersAsked: spec.load.toolWorkers !== null,
    sameHost: spec.clients.every((client) => client.hostId === spec.server.hostId),
  };
}

const FIELD_OF_PATH: [RegExp, string][] = [
  [/^name$/, 'name'],
  [/^spec\.(server|clients)\b/, 'hostId'],
  [/^spec\.requests\b/, 'path'],
  [/^spec\.target\.(prefork|workers|port)$/, '$1'],
  [/^spec\.tuning\.targetCpus$/, 'targetCpus'],
  [/^spec\.load\.(toolWorkers|toolCpus|warmupSeconds|pauseSeconds)$/, '$1'],
  [/^spec\.load\.(steps\.\d+\.(?:connections|pipelining|durationSeconds))$/, '$1'],
  [/^spec\.load\.tool$/, 'toolWorkers'],
];

/** The field of the draft that a path of the API's problem means; null when it is none of them. */
export function draftField(path: string): string | null {
  const dotted = path
    .replace(/\[(\d+)\]/g, '.$1')
    .replaceAll('/', '.')
    .replace(/^\.+/, '')
    .replace(/^body\./, '');
  for (const [pattern, field] of FIELD_OF_PATH) {
    const match = pattern.exec(dotted);
    if (match) return field.replace('$1', match[1] ?? '');
  }
  return null;
}
