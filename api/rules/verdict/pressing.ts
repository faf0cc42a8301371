import type { RunStep } from '../../contract/step.ts';
import type { EvidenceRow } from '../../contract/verdict.ts';
import { listed } from '../words/text.ts';
import { percent } from './amounts.ts';
import { sharesCpus } from './cpu-busy.ts';
import { isAbove } from './littles-law.ts';
import { evidenceOf } from './measured-step.ts';
import { IN_FLIGHT_IMPOSSIBLE } from './thresholds.ts';

/** What the CPUs that both sides use are called. */
export const SHARED_CPUS = 'CPUs of client and server';

/** From this share of its ceiling on a resource is shown at first sight, in percent. */
export const PRESSING_PERCENT = 70;

/** Also if only the upper end of the reading is near the ceiling. */
export const isPressing = ({ percentLow, percentHigh }: EvidenceRow): boolean =>
  percentLow !== null && Math.max(percentLow, percentHigh ?? 100) >= PRESSING_PERCENT;

/** More than all of it, by more than two clocks and two counts differ. */
export const isBeyondCeiling = ({ percentLow }: EvidenceRow): boolean =>
  percentLow !== null && isAbove(percentLow, 100 * IN_FLIGHT_IMPOSSIBLE);

/** What was near its ceiling and can be a limit, the fullest first; what both sides share stands once, by the fuller reading. */
export function pressing(step: Pick<RunStep, 'evidence' | 'verdict'>): EvidenceRow[] {
  const rows = (step.verdict?.evidence ?? []).filter((row) => row.fullAtPercent !== null && isPressing(row));
  rows.sort((a, b) => (b.percentLow ?? 0) - (a.percentLow ?? 0));
  return sharedOnce(rows, step);
}

/** What both sides share stands once, by the reading that comes first. */
export function sharedOnce(rows: EvidenceRow[], step: Pick<RunStep, 'evidence' | 'verdict'>): EvidenceRow[] {
  if (!sharesCpus(evidenceOf(step))) return rows;
  const told = new Set<string>();
  return rows.flatMap((row) => {
    const shared = sharedName(row, step.verdict?.evidence ?? []);
    if (shared === null) return [row];
    if (told.has(shared)) return [];
    told.add(shared);
    return [{ ...row, side: null, label: shared }];
  });
}

/** Text in place of bars if nothing was near its ceiling. A missing reading rules nothing out. */
export function nothingPressing(evidence: EvidenceRow[]): string {
  const measured = evidence.filter((row) => row.percentLow !== null && row.fullAtPercent !== null);
  if (measured.length === 0) return 'No resource was measured against a ceiling.';
  const unread = (['client', 'server'] as const).filter(
    (side) => !measured.some((row) => (row.side === side || row.side === null) && row.resource === 'cpu'),
  );
  const beside = unread.length === 0 ? '' : `; CPU of the ${listed(unread)} was not measured`;
  const open = evidence.flatMap(({ percentLow, percentHigh, fullAtPercent, label }) =>
    percentLow !== null && percentHigh === null && fullAtPercent === null
      ? [`; ${label}: at least ${percent(percentLow / 100)} of what is possible, perhaps all`]
      : [],
  );
  return `Every measured resource that can saturate stayed below ${PRESSING_PERCENT} % of its ceiling${beside}${open.join('')}.`;
}

/** In place of evidence, where a step has none. */
export const noEvidence = (isImported: boolean): string =>
  isImported ? 'The source of this run does not state what any resource used.' : 'No samples were taken in this step.';

/** What the CPUs of both sides are called where the other side reads the same ones; null of anything else. */
function sharedName(row: EvidenceRow, all: EvidenceRow[]): string | null {
  if (row.resource !== 'cpu' && row.resource !== 'hottest-cpu') return null;
  const name = nameOf(row);
  const isTwin = (other: EvidenceRow): boolean =>
    other.resource === row.resource &&
    other.side !== row.side &&
    other.ceiling === row.ceiling &&
    nameOf(other) === name;
  return all.some(isTwin) ? name : null;
}

/** Without the side: 'busiest CPU, 3'. */
const nameOf = ({ resource, label }: EvidenceRow): string =>
  resource === 'cpu' ? SHARED_CPUS : (label.split(': ').at(-1) ?? label);
