import { type Bounds, NIC_NAME, TUNING_LIMITS } from '@contract/limits';
import { sysctlFault } from '@contract/sysctls';
import type { HostTuning } from '@contract/tuning';
import { capitalised } from '@rules/words/text';
import type { Reading } from './field-reading';
import type { AffinityDraft, NumberPath, OnOff, TuningDraft } from './tuning-draft';

/** What a draft asks of one host; null when it asks for nothing. `at` is where its fields are in the whole draft. */
export function readTuning(read: Reading, at: string, draft: TuningDraft): HostTuning | null {
  const number = (path: NumberPath, text: string): number | null => {
    const [low, high]: Bounds = TUNING_LIMITS[path];
    return read.optional(`${at}.${path}`, text, low, high);
  };
  const affinity = (path: string, { cpus, spread }: AffinityDraft): HostTuning['interruptAffinity'] => {
    const choice = read.cpus(`${at}.${path}.cpus`, cpus);
    return choice === null ? null : { cpus: choice, spread };
  };
  const { offloads, interruptCoalescing: coalescing, busyPolling } = draft;
  const entries = number('flowSteering.entries', draft.flowSteering.entries);
  return unlessEmpty({
    nic: readNic(read, `${at}.nic`, draft.nic),
    stopServices: draft.stopServices.length === 0 ? null : draft.stopServices,
    nicQueues: number('nicQueues', draft.nicQueues),
    interruptAffinity: affinity('interruptAffinity', draft.interruptAffinity),
    packetSteering: readPacketSteering(read, `${at}.packetSteering.cpus`, draft.packetSteering.cpus),
    flowSteering: entries === null ? null : { entries },
    transmitSteering: affinity('transmitSteering', draft.transmitSteering),
    mtuBytes: number('mtuBytes', draft.mtuBytes),
    offloads: unlessEmpty({
      gro: isOn(offloads.gro),
      gso: isOn(offloads.gso),
      tso: isOn(offloads.tso),
      lro: isOn(offloads.lro),
    }),
    interruptCoalescing: unlessEmpty({
      adaptiveRx: isOn(coalescing.adaptiveRx),
      adaptiveTx: isOn(coalescing.adaptiveTx),
      rxUs: number('interruptCoalescing.rxUs', coalescing.rxUs),
      txUs: number('interruptCoalescing.txUs', coalescing.txUs),
      rxFrames: number('interruptCoalescing.rxFrames', coalescing.rxFrames),
      txFrames: number('interruptCoalescing.txFrames', coalescing.txFrames),
    }),
    busyPolling: unlessEmpty({
      pollUs: number('busyPolling.pollUs', busyPolling.pollUs),
      readUs: number('busyPolling.readUs', busyPolling.readUs),
    }),
    sysctls: draft.sysctls.length === 0 ? null : readSysctls(read, `${at}.sysctls`, draft.sysctls),
    cpuGovernor: draft.cpuGovernor || null,
    cpuTurbo: isOn(draft.cpuTurbo),
    openFilesLimit: number('openFilesLimit', draft.openFilesLimit),
    transparentHugePages: draft.transparentHugePages || null,
  });
}

/** An object that asks for none of its parts asks for nothing. */
function unlessEmpty<T extends object>(parts: T): T | null {
  return Object.values(parts).every((part) => part === null) ? null : parts;
}

const isOn = (choice: OnOff): boolean | null => (choice === '' ? null : choice === 'on');

function readNic(read: Reading, field: string, text: string): string | null {
  const name = text.trim();
  if (name === '') return null;
  if (!NIC_NAME.test(name)) read.errors[field] = 'Must be the name of an interface such as eth0.';
  return name;
}

function readPacketSteering(read: Reading, field: string, text: string): HostTuning['packetSteering'] {
  if (text.trim().toLowerCase() === 'none') return { cpus: 'none' };
  const cpus = read.cpus(field, text);
  return cpus === null ? null : { cpus };
}

function readSysctls(read: Reading, at: string, rows: TuningDraft['sysctls']): TuningDraft['sysctls'] {
  return rows.map(({ name, value: typed }, index) => {
    const value = typed.trim().replaceAll(/\s+/g, ' ');
    const fault = sysctlFault(name, value);
    if (fault) read.errors[`${at}.${index}.value`] = sentence(fault);
    return { name, value };
  });
}

const sentence = (fault: string): string => `${capitalised(fault)}.`;
