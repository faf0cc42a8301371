import { formatCpuList } from './cpu-list';

/** The CPUs of a mask as the kernel writes it, 32 bits a group and the highest first: `1,0000000f` is `0-3,32`. */
export function maskCpus(mask: string): string | null {
  if (!/^[\da-f]{1,8}(,[\da-f]{8})*$/i.test(mask)) return null;
  const groups = mask.split(',').reverse();
  const cpus = groups.flatMap((group, index) => {
    const bits = Number.parseInt(group, 16);
    return Array.from({ length: 32 }, (_, bit) => bit).flatMap((bit) => ((bits >>> bit) & 1 ? [index * 32 + bit] : []));
  });
  return formatCpuList(cpus);
}

/** Knobs whose values are masks. */
export const isMaskKey = (key: string): boolean => /\/(rps|xps)_cpus$/.test(key);
