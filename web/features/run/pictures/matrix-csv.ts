import { csvText } from '@rules/export/csv';
import type { LineRates } from './interrupts';

/** A row for each line of a NIC and each CPU that took some of its interrupts. */
export function matrixCsv(lines: LineRates[]): string {
  const rows = lines.flatMap(({ label, perCpu }) =>
    [...perCpu].sort(([a], [b]) => a - b).map(([cpu, rate]) => ({ label, cpu, rate })),
  );
  return csvText(
    [
      { name: 'line', of: ({ label }) => label },
      { name: 'cpu', of: ({ cpu }) => cpu },
      { name: 'interrupts_per_second', of: ({ rate }) => Number(rate.toFixed(3)) },
    ],
    rows,
  );
}
