/** The CPUs of a list such as `0-3,8`, ascending. The form was checked by the contract. */
export function parseCpuList(list: string): number[] {
  const cpus = new Set<number>();
  for (const part of list.split(',')) {
    const [first = 0, last = first] = part.split('-').map(Number);
    for (let cpu = first; cpu <= last; cpu++) cpus.add(cpu);
  }
  return [...cpus].sort((a, b) => a - b);
}
