import type { SettingName } from '../contract/tuning.ts';

/** The settings as people say them. */
export const SETTING_LABELS: Record<SettingName, string> = {
  stopServices: 'services stopped',
  nicQueues: 'NIC queues',
  interruptAffinity: 'CPUs of the NIC’s interrupts',
  packetSteering: 'packet steering',
  flowSteering: 'flow steering',
  transmitSteering: 'transmit steering',
  mtuBytes: 'MTU',
  offloads: 'offloads',
  interruptCoalescing: 'interrupt coalescing',
  busyPolling: 'busy polling',
  sysctls: 'sysctls',
  cpuGovernor: 'CPU governor',
  cpuTurbo: 'CPU turbo',
  openFilesLimit: 'limit of open files',
  transparentHugePages: 'transparent huge pages',
  targetCpus: 'CPUs of the target',
};
