import { fieldAt, TUNING_PATHS } from '@/features/draft/tuning-fields';

/** Present values by field of a `TuningDraft`, with `sysctls.<name>` and `stopServices.<name>`. */
export type PresentValues = Record<string, string>;

/** What a snapshot tells of each field; `nic` is the NIC that the settings mean, null when it is not known. */
export function presentValues(values: Record<string, string>, nic: string | null): PresentValues {
  const present: PresentValues = {};
  for (const path of TUNING_PATHS) {
    const value = fieldAt(path).present?.({ values, nic });
    if (value) present[path] = value;
  }
  for (const [key, value] of Object.entries(values)) {
    if (value.trim() === '') continue;
    if (key.startsWith('sysctl/')) present[`sysctls.${key.slice('sysctl/'.length)}`] = value.replaceAll(/\s+/g, ' ');
    if (key.startsWith('service/')) present[`stopServices.${key.slice('service/'.length)}`] = value;
  }
  return present;
}

/** Settings of the host as a whole for which its snapshot has nothing: many a virtual machine has no governor. */
export const absentSettings = (values: Record<string, string>): ('cpuGovernor' | 'cpuTurbo')[] =>
  (['cpuGovernor', 'cpuTurbo'] as const).filter((setting) => presentValues(values, null)[setting] === undefined);

/** Whether a service of that name works now; null when the snapshot does not tell. */
export function serviceRuns(present: PresentValues, name: string): boolean | null {
  const state = present[`stopServices.${name}`];
  return state === undefined ? null : state === 'running';
}
