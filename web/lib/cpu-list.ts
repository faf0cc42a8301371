/** Of a host: the most that Linux can be built for. */
const MAX_CPUS = 8192;

/** The CPUs of a list such as `0-3,8`, ascending; null when it is not a CPU list. */
export function parseCpuList(text: string): number[] | null {
  const marks = new Uint8Array(MAX_CPUS);
  let highest = -1;
  for (const part of text.trim().split(',')) {
    const match = /^(\d+)(?:-(\d+))?$/.exec(part.trim());
    if (!match) return null;
    const first = Number(match[1]);
    const last = Number(match[2] ?? match[1]);
    // A typo such as 0-99999999 must not freeze the page.
    if (last < first || last >= MAX_CPUS) return null;
    marks.fill(1, first, last + 1);
    highest = Math.max(highest, last);
  }
  const cpus: number[] = [];
  for (let cpu = 0; cpu <= highest; cpu++) if (marks[cpu]) cpus.push(cpu);
  return cpus;
}

/** The shortest list of these CPUs. */
export function formatCpuList(cpus: number[]): string {
  const sorted = [...new Set(cpus)].sort((a, b) => a - b);
  const parts: string[] = [];
  for (let i = 0; i < sorted.length; ) {
    let j = i;
    while (sorted[j + 1] === (sorted[j] as number) + 1) j++;
    parts.push(i === j ? `${sorted[i]}` : `${sorted[i]}-${sorted[j]}`);
    i = j + 1;
  }
  return parts.join(',');
}

/** 'CPU 0', 'CPUs 0-3,8'. */
export const namedCpus = (list: string): string => `${parseCpuList(list)?.length === 1 ? 'CPU' : 'CPUs'} ${list}`;

/** The CPUs that both may use; a null set means every CPU of the machine. */
export function overlapOf(a: number[] | null, b: number[] | null, online: number[]): number[] {
  const right = new Set(b ?? online);
  return (a ?? online).filter((cpu) => right.has(cpu));
}

/** CPUs of the list that the machine does not have. */
export function missingCpus(cpus: number[], online: number[]): number[] {
  const present = new Set(online);
  return cpus.filter((cpu) => !present.has(cpu));
}
