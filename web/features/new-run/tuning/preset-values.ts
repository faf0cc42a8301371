import type { HostFacts } from '@contract/host';
import { parseCpuList } from '@rules/cpus/cpu-list';
import { plural } from '@rules/words/numbers';
import type { TuningSide } from '@/features/draft/tuning-changes';
import { emptyTuning, type TuningDraft } from '@/features/draft/tuning-draft';

export interface TuningPreset {
  id: string;
  label: string;
  hint: string;
  settings: Partial<TuningDraft>;
  /** CPUs for what works on that host, the target or the tool; null: they are left alone. */
  workCpus: string | null;
}

const STEERING: TuningPreset = {
  id: 'steering',
  label: 'Packet steering',
  hint: 'RPS over all CPUs, and RFS with 32,768 flows: for NICs with fewer queues than CPUs.',
  settings: { packetSteering: { cpus: 'all' }, flowSteering: { entries: '32768' } },
  workCpus: null,
};

const STORMS: TuningPreset = {
  id: 'storms',
  label: 'Connection storms',
  hint: 'Long accept and SYN queues, all ports, quick reuse, a million open files.',
  settings: {
    sysctls: [
      { name: 'net.core.somaxconn', value: '65535' },
      { name: 'net.ipv4.tcp_max_syn_backlog', value: '65535' },
      { name: 'net.ipv4.ip_local_port_range', value: '1024 65535' },
      { name: 'net.ipv4.tcp_tw_reuse', value: '1' },
      { name: 'net.ipv4.tcp_fin_timeout', value: '15' },
    ],
    openFilesLimit: '1048576',
  },
  workCpus: null,
};

/** What is offered for a host, whose settings mean that NIC; pinning where there are CPUs to divide. */
export function tuningPresets(facts: HostFacts | null, side: TuningSide, nic: string | null): TuningPreset[] {
  const pinned = facts && pinnedPreset(facts, side, nic);
  return [...(pinned ? [pinned] : []), STEERING, STORMS];
}

function pinnedPreset(facts: HostFacts, side: TuningSide, nicName: string | null): TuningPreset | null {
  const cpus = parseCpuList(facts.onlineCpus).length;
  if (cpus < 2) return null;
  const taken = interruptCpus(facts, nicName, cpus);
  const worker = side === 'server' ? 'target' : 'tool';
  return {
    id: 'pinned',
    label: 'Pinned',
    hint: `irqbalance stopped, ${plural(taken, 'NIC queue')} on the ${counted('first', taken)}, the ${worker} on the ${counted('last', cpus - taken)}.`,
    settings: {
      stopServices: ['irqbalance'],
      nicQueues: String(taken),
      interruptAffinity: { cpus: `first ${taken}`, spread: 'one-to-one' },
    },
    workCpus: `last ${cpus - taken}`,
  };
}

const counted = (word: string, count: number): string => (count === 1 ? `${word} CPU` : `${word} ${count} CPUs`);

/** One for each queue that the NIC has now; a quarter, at most 8, where that is not known. Never more than half. */
function interruptCpus(facts: HostFacts, nicName: string | null, cpus: number): number {
  const nic = facts.nics.find(({ name, loopback }) => name === nicName && !loopback);
  const wanted = nic ? Math.max(1, nic.rxQueues) : Math.min(8, Math.floor(cpus / 4));
  return Math.max(1, Math.min(wanted, Math.floor(cpus / 2)));
}

type Key = keyof TuningDraft;
const keysOf = (preset: TuningPreset): Key[] => Object.keys(preset.settings) as Key[];
const entryText = (entry: unknown): string => JSON.stringify(entry);

/** Whether a draft asks for all of it, perhaps among more. */
export function hasPreset(preset: TuningPreset, draft: TuningDraft, workCpus: string): boolean {
  if (preset.workCpus !== null && preset.workCpus !== workCpus.trim()) return false;
  return keysOf(preset).every((key) => {
    const wanted = preset.settings[key];
    if (!Array.isArray(wanted)) return entryText(wanted) === entryText(draft[key]);
    const found = new Set((draft[key] as unknown[]).map(entryText));
    return wanted.every((entry) => found.has(entryText(entry)));
  });
}

/** The draft with the preset's settings; of lists, its entries take the place of those of the same name. */
export function withPreset(preset: TuningPreset, draft: TuningDraft): TuningDraft {
  const { stopServices, sysctls, ...single } = preset.settings;
  const bare = withoutNamed(draft, preset);
  return {
    ...bare,
    ...single,
    stopServices: [...bare.stopServices, ...(stopServices ?? [])],
    sysctls: [...bare.sysctls, ...(sysctls ?? [])],
  };
}

/** The draft with the preset's settings as they are again. */
export function withoutPreset(preset: TuningPreset, draft: TuningDraft): TuningDraft {
  const { stopServices: _, sysctls: __, ...single } = preset.settings;
  const model = emptyTuning();
  const cleared = Object.fromEntries(Object.keys(single).map((key) => [key, model[key as Key]]));
  return { ...withoutNamed(draft, preset), ...cleared };
}

function withoutNamed(draft: TuningDraft, { settings }: TuningPreset): TuningDraft {
  const names = new Set(settings.sysctls?.map(({ name }) => name));
  return {
    ...draft,
    stopServices: draft.stopServices.filter((name) => !settings.stopServices?.includes(name)),
    sysctls: draft.sysctls.filter(({ name }) => !names.has(name)),
  };
}

export const isAsItIs = (draft: TuningDraft): boolean => JSON.stringify(draft) === JSON.stringify(emptyTuning());
