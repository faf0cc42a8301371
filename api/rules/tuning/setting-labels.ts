import type { SettingName } from '../../contract/tuning.ts';

/** The settings as they stand within a sentence. */
export const SETTING_LABELS: Record<SettingName, string> = {
  stopServices: 'services stopped',
  nicQueues: 'NIC queues',
  interruptAffinity: 'interrupt affinity',
  packetSteering: 'packet steering (RPS)',
  flowSteering: 'flow steering (RFS)',
  transmitSteering: 'transmit steering (XPS)',
  mtuBytes: 'MTU',
  offloads: 'offloads',
  interruptCoalescing: 'interrupt coalescing',
  busyPolling: 'busy polling',
  sysctls: 'kernel parameters',
  cpuGovernor: 'CPU governor',
  cpuTurbo: 'CPU turbo',
  openFilesLimit: 'open files limit',
  transparentHugePages: 'transparent huge pages',
  targetCpus: 'CPU set of the target',
};

/** As a heading or a label begins with it. */
export function settingTitle(setting: SettingName): string {
  const label = SETTING_LABELS[setting];
  return label.charAt(0).toUpperCase() + label.slice(1);
}
