import type { StepEvidence } from '../../contract/evidence.ts';
import type { RunStep } from '../../contract/step.ts';
import type { EvidenceRow } from '../../contract/verdict.ts';
import { listed } from '../words/text.ts';
import { percent } from './amounts.ts';
import { sideOfRow } from './evidence-row.ts';
import { isAbove } from './littles-law.ts';
import { evidenceOf } from './measured-step.ts';
import { twinsOf } from './shared-cpus.ts';
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

/** CPUs that both sides may use stand once, by the fuller reading: rows of one machine and one list of CPUs. */
export function sharedOnce(rows: EvidenceRow[], step: Pick<RunStep, 'evidence'>): EvidenceRow[] {
  const evidence = evidenceOf(step);
  const named = rows.map((row) => ({ row, name: sharedName(row, evidence) }));
  return named.flatMap(({ row, name }) => {
    if (name === null) return [row];
    const alike = named.flatMap((one) => (one.name === name && one.row.resource === row.resource ? [one.row] : []));
    return alike[0] === row ? [{ ...alike.reduce(fuller), side: null, label: name }] : [];
  });
}

const fuller = (a: EvidenceRow, b: EvidenceRow): EvidenceRow => {
  const [ofA, ofB] = [a, b].map(({ percentLow, percentHigh }) => percentLow ?? percentHigh ?? -1);
  return (ofB ?? -1) > (ofA ?? -1) ? b : a;
};

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

/** What the CPUs of a row are called where the other side has the very same; null of anything else. */
function sharedName(row: EvidenceRow, evidence: StepEvidence): string | null {
  const side = row.side === null ? undefined : sideOfRow(row, evidence);
  const { server, clients } = evidence;
  if (!side || !server || twinsOf(evidence, side).length === 0) return null;
  if (row.resource !== 'cpu') return row.label.split(': ').at(-1) ?? row.label;
  const twins = twinsOf(evidence, server).map(({ name }) => name);
  return clients.length === 1 ? SHARED_CPUS : `CPUs of client ${listed(twins)} and of the server`;
}
