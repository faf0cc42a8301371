import { formatCpuList, parseCpuMask } from '@rules/cpus/cpu-list';

/** A snapshot of a host, and the NIC that its settings mean; null: not known. */
export interface HostNow {
  values: Record<string, string>;
  nic: string | null;
}

/** What a host has now, as people read it; undefined where its snapshot does not tell. */
export type PresentReader = (now: HostNow) => string | undefined;

export const key =
  (name: string): PresentReader =>
  ({ values }) =>
    values[name];

export const ofNic =
  (name: string): PresentReader =>
  ({ values, nic }) =>
    values[`nic/${nic}/${name}`];

/** Soft and hard stand together: `1024:524288`. */
export const softLimit =
  (name: string): PresentReader =>
  ({ values }) =>
    values[name]?.split(':')[0];

/** The kernel marks what is chosen: `always [madvise] never`. */
export const chosenWord =
  (name: string): PresentReader =>
  ({ values }) =>
    /\[(\w+)\]/.exec(values[name] ?? '')?.[1] ?? values[name];

/** The CPUs of a mask that every queue has. */
export const ofQueueMasks =
  (file: string): PresentReader =>
  (now) =>
    common(ofQueues(now, '', file).map((mask) => formatCpuList(parseCpuMask(mask) ?? []) || 'off'));

/** The CPUs of a list that every interrupt of a queue has. */
export const ofQueueLists =
  (file: string): PresentReader =>
  (now) =>
    common(ofQueues(now, 'irq/', file));

const ofQueues = ({ values, nic }: HostNow, folder: string, file: string): string[] =>
  Object.entries(values).flatMap(([name, value]) =>
    name.startsWith(`nic/${nic}/${folder}`) && name.endsWith(`/${file}`) ? [value] : [],
  );

const common = ([first, ...others]: string[]): string | undefined =>
  others.some((one) => one !== first) ? 'differs by queue' : first;
