/** The CPUs of a list such as `0-3,8`, ascending. The form was checked by the contract. */
export function parseCpuList(list: string): number[] {
  const cpus = new Set<number>();
  for (const part of list.split(',')) {
    const [first = 0, last = first] = part.split('-').map(Number);
    for (let cpu = first; cpu <= last; cpu++) cpus.add(cpu);
  }
  return [...cpus].sort((a, b) => a - b);
}

/** The shortest list of these CPUs, `0-3,8`; empty of none. */
export function formatCpuList(cpus: Iterable<number>): string {
  const ranges: [number, number][] = [];
  for (const cpu of [...new Set(cpus)].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && cpu === last[1] + 1) last[1] = cpu;
    else ranges.push([cpu, cpu]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(',');
}

/** The CPUs of a mask as the kernel writes it: hexadecimal groups of 32 bits, the highest first, `00000001,0000000f`. */
export function parseCpuMask(mask: string): number[] {
  const groups = mask.trim().split(',').reverse();
  return groups.flatMap((group, index) => {
    const bits = Number.parseInt(group, 16);
    return Array.from({ length: 32 }, (_, bit) => bit).flatMap((bit) =>
      Math.floor(bits / 2 ** bit) % 2 === 1 ? [index * 32 + bit] : [],
    );
  });
}

/** `CPU 3`, `CPUs 0-3`, `no CPU`. */
export function cpusText(cpus: Iterable<number>): string {
  const list = formatCpuList(cpus);
  if (list === '') return 'no CPU';
  return /[-,]/.test(list) ? `CPUs ${list}` : `CPU ${list}`;
}
