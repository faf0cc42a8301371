import type { SideEvidence, StepEvidence } from '../../contract/evidence.ts';
import type { EvidenceRow } from '../../contract/verdict.ts';
import { hostsOf } from './measured-step.ts';

/** Not what the side itself used of them: that is another row. */
export const cpusOf = (label: string): string => `${label}’s CPUs`;

/** A row in short: what is left out of it is not known. */
export interface Row {
  resource: string;
  side: EvidenceRow['side'];
  label: string;
  unit: string;
  low: number | null;
  high?: number | null;
  ceiling?: number | null;
  full?: number;
  source: string;
}

export function row({ resource, side, label, unit, low, high = low, ceiling = null, full, source }: Row): EvidenceRow {
  const percentOf = (used: number | null): number | null =>
    used === null || !ceiling ? null : Number(((used * 100) / ceiling).toPrecision(6));
  return {
    resource,
    side,
    label,
    unit,
    usedLow: low,
    usedHigh: high,
    ceiling,
    percentLow: percentOf(low),
    percentHigh: percentOf(high),
    fullAtPercent: full === undefined ? null : full * 100,
    source,
  };
}

/** The host whose CPUs, or busiest CPU, a row is of: what both sides share is read as the server's. */
export function sideOfRow({ resource, side, label }: EvidenceRow, evidence: StepEvidence): SideEvidence | undefined {
  if (resource !== 'cpu' && resource !== 'hottest-cpu') return undefined;
  if (side === null) return evidence.server ?? undefined;
  const alike = hostsOf(evidence).filter((one) => one.side === side);
  const isOf = (name: string): boolean => label === cpusOf(name) || label.startsWith(`${name}: `);
  return alike.length > 1 ? alike.find(({ name }) => isOf(`${side} ${name}`)) : alike[0];
}
