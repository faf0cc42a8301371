// @ts-check

/**
 * How often each CPU took an interrupt.
 *
 * @typedef {{ irq: number, name: string, counts: Map<number, number> }} Line counts: by CPU
 */

/**
 * The numbered lines of /proc/interrupts. Its columns are the CPUs that are online, by the header's names.
 *
 * @param {string} text
 * @returns {Map<number, Line>} by IRQ
 */
export function parseInterrupts(text) {
  const [header = '', ...rows] = text.split('\n');
  const cpus = [...header.matchAll(/CPU(\d+)/g)].map(([, cpu]) => Number(cpu));
  const lines = /** @type {Map<number, Line>} */ (new Map());
  for (const row of rows) {
    const [, irq, rest = ''] = row.match(/^\s*(\d+):\s*(.*?)\s*$/) ?? [];
    if (irq === undefined) continue;
    const words = rest.split(/\s+/);
    const counts = new Map(cpus.map((cpu, i) => [cpu, Number(words[i])]));
    lines.set(Number(irq), { irq: Number(irq), name: words.at(-1) ?? '', counts });
  }
  return lines;
}

/**
 * What came between two readings, for some of the IRQs.
 *
 * @param {Map<number, Line>} before
 * @param {Map<number, Line>} after
 * @param {number[]} irqs
 * @returns {Line[]}
 */
export function interruptsBetween(before, after, irqs) {
  return irqs.flatMap((irq) => {
    const [was, is] = [before.get(irq), after.get(irq)];
    if (!is) return [];
    const counts = [...is.counts].map(([cpu, n]) => /** @type {const} */ ([cpu, n - (was?.counts.get(cpu) ?? 0)]));
    return [{ ...is, counts: new Map(counts) }];
  });
}

/** Sums of many lines by CPU. @param {Line[]} lines @returns {Map<number, number>} */
export function perCpu(lines) {
  const sums = /** @type {Map<number, number>} */ (new Map());
  for (const { counts } of lines) for (const [cpu, n] of counts) sums.set(cpu, (sums.get(cpu) ?? 0) + n);
  return sums;
}

/** CPUs that took any. @param {Line[]} lines @returns {number[]} */
export function cpusThatTook(lines) {
  return [...perCpu(lines)].filter(([, n]) => n > 0).map(([cpu]) => cpu);
}

/** @param {Line[]} lines */
export const total = (lines) => [...perCpu(lines).values()].reduce((sum, n) => sum + n, 0);

/**
 * A table for people: a row for each line that took any, a column for each CPU, and the sums.
 *
 * @param {string} title
 * @param {Line[]} lines
 */
export function interruptTable(title, lines) {
  const sums = perCpu(lines);
  const width = Math.max(18, ...lines.map(({ name }) => name.length + 2));
  const cells = (counts) => [...counts.values()].map((n) => String(n || '.').padStart(6)).join('');
  const heads = [...sums.keys()].map((cpu) => `cpu${cpu}`.padStart(6)).join('');
  const rows = lines.filter((line) => total([line]) > 0).map(({ name, counts }) => name.padEnd(width) + cells(counts));
  return [`${title}: ${total(lines)} interrupts`, ' '.repeat(width) + heads, ...rows, 'all'.padEnd(width) + cells(sums)]
    .map((line) => `  ${line}`)
    .join('\n');
}
