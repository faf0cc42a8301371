import { STOPPABLE_SERVICES } from '@contract/choices';
import type { TUNING_LIMITS } from '@contract/limits';
import { sysctlNames } from '@contract/sysctls';
import type { CpuGovernor, HostTuning, Spread, StoppableService, Sysctl, TransparentHugePages } from '@contract/tuning';

export type OnOff = '' | 'on' | 'off';

/** The settings of one host as typed, in the shape of `HostTuning`. Empty: as it is. */
export interface TuningDraft {
  nic: string;
  stopServices: StoppableService[];
  nicQueues: string;
  interruptAffinity: AffinityDraft;
  packetSteering: { cpus: string };
  flowSteering: { entries: string };
  transmitSteering: AffinityDraft;
  mtuBytes: string;
  offloads: { gro: OnOff; gso: OnOff; tso: OnOff; lro: OnOff };
  interruptCoalescing: {
    adaptiveRx: OnOff;
    adaptiveTx: OnOff;
    rxUs: string;
    txUs: string;
    rxFrames: string;
    txFrames: string;
  };
  busyPolling: { pollUs: string; readUs: string };
  sysctls: Sysctl[];
  cpuGovernor: '' | CpuGovernor;
  cpuTurbo: OnOff;
  openFilesLimit: string;
  transparentHugePages: '' | TransparentHugePages;
}

export interface AffinityDraft {
  cpus: string;
  spread: Spread;
}

export type NumberPath = keyof typeof TUNING_LIMITS;

export const emptyTuning = (): TuningDraft => tuningDraftOf(null);

/** The draft that reads back as this. */
export function tuningDraftOf(tuning: HostTuning | null): TuningDraft {
  const { offloads, interruptCoalescing: coalescing, busyPolling } = tuning ?? {};
  return {
    nic: tuning?.nic ?? '',
    stopServices: tuning?.stopServices ?? [],
    nicQueues: typed(tuning?.nicQueues),
    interruptAffinity: affinityDraft(tuning?.interruptAffinity),
    packetSteering: { cpus: tuning?.packetSteering?.cpus ?? '' },
    flowSteering: { entries: typed(tuning?.flowSteering?.entries) },
    transmitSteering: affinityDraft(tuning?.transmitSteering),
    mtuBytes: typed(tuning?.mtuBytes),
    offloads: {
      gro: onOff(offloads?.gro),
      gso: onOff(offloads?.gso),
      tso: onOff(offloads?.tso),
      lro: onOff(offloads?.lro),
    },
    interruptCoalescing: {
      adaptiveRx: onOff(coalescing?.adaptiveRx),
      adaptiveTx: onOff(coalescing?.adaptiveTx),
      rxUs: typed(coalescing?.rxUs),
      txUs: typed(coalescing?.txUs),
      rxFrames: typed(coalescing?.rxFrames),
      txFrames: typed(coalescing?.txFrames),
    },
    busyPolling: { pollUs: typed(busyPolling?.pollUs), readUs: typed(busyPolling?.readUs) },
    sysctls: (tuning?.sysctls ?? []).map(({ name, value }) => ({ name, value })),
    cpuGovernor: tuning?.cpuGovernor ?? '',
    cpuTurbo: onOff(tuning?.cpuTurbo),
    openFilesLimit: typed(tuning?.openFilesLimit),
    transparentHugePages: tuning?.transparentHugePages ?? '',
  };
}

const typed = (value: number | null | undefined): string =>
  value === null || value === undefined ? '' : String(value);

function onOff(value: boolean | null | undefined): OnOff {
  if (value === null || value === undefined) return '';
  return value ? 'on' : 'off';
}

const affinityDraft = (affinity: HostTuning['interruptAffinity'] | undefined): AffinityDraft => ({
  cpus: affinity?.cpus ?? '',
  spread: affinity?.spread ?? 'one-to-one',
});

/** Whether something stored has the shape of a draft: every leaf of the model, of its kind. */
export const isTuningDraft = (stored: unknown): stored is TuningDraft => isLike(stored, emptyTuning());

function isLike(stored: unknown, model: unknown): boolean {
  if (Array.isArray(model)) return Array.isArray(stored) && stored.every(isListed);
  if (typeof model !== 'object' || model === null) return typeof stored === typeof model;
  if (typeof stored !== 'object' || stored === null) return false;
  const found = stored as Record<string, unknown>;
  return Object.entries(model).every(([name, part]) => isLike(found[name], part));
}

/** A service, or a kernel parameter with its value. */
function isListed(entry: unknown): boolean {
  if (typeof entry === 'string') return (STOPPABLE_SERVICES as readonly string[]).includes(entry);
  const { name, value } = (entry ?? {}) as Partial<Sysctl>;
  return (sysctlNames as unknown[]).includes(name) && typeof value === 'string';
}
