// @ts-check

/**
 * Packets that each CPU was given by packet or flow steering: `received_rps` of /proc/net/softnet_stat, a line for each
 * CPU that is online, in hexadecimal.
 *
 * @param {string} text
 * @returns {Map<number, number>} by CPU
 */
export function parseSteered(text) {
  const rows = text
    .trim()
    .split('\n')
    .map((line) => line.split(' ').map((word) => Number.parseInt(word, 16)));
  return new Map(rows.map((row, i) => [row[12] ?? i, row[9] ?? 0]));
}

/**
 * What came between two readings, by CPU.
 *
 * @param {Map<number, number>} before
 * @param {Map<number, number>} after
 * @returns {Map<number, number>}
 */
export function steeredBetween(before, after) {
  return new Map([...after].map(([cpu, n]) => [cpu, n - (before.get(cpu) ?? 0)]));
}
