import type { EvidenceRow } from '../api/types';
import { ABSENT, formatPercent } from './format';
import { formatUnit } from './units';

/** How full a resource was: `maybe` where only the upper end of what was read is full. */
export type Fullness = 'full' | 'maybe' | 'below';

export interface EvidenceBar {
  /** Of the bar, 0 to 100: what is certain, and what may be beside it. Null: there is nothing to draw. */
  low: number | null;
  high: number | null;
  /** Where it counts as full; null where it never does. */
  mark: number | null;
  fullness: Fullness | null;
  /** '83.5 %', '45–85 %'; null without a ceiling. */
  percent: string | null;
  /** '26.7 of 32.0 CPUs', '45–85 of 128 CPUs', '1,204 /s'; null where it was not measured. */
  used: string | null;
}

/** What a row of evidence looks like against its ceiling. */
export function barOf(row: EvidenceRow): EvidenceBar {
  const { percentLow: low, percentHigh: high, fullAtPercent: mark } = row;
  const drawn = low !== null && high !== null;
  return {
    low: drawn ? within(low) : null,
    high: drawn ? within(high) : null,
    mark: mark === null ? null : within(mark),
    fullness: drawn && mark !== null ? fullnessOf(low, high, mark) : null,
    percent: drawn ? `${span(low, high, formatPercent)} %` : null,
    used: usedText(row),
  };
}

const within = (percent: number): number => Math.min(100, Math.max(0, percent));

function fullnessOf(low: number, high: number, mark: number): Fullness {
  if (low >= mark) return 'full';
  return high >= mark ? 'maybe' : 'below';
}

/** One text where both ends read the same. */
function span(low: number, high: number, tell: (value: number) => string): string {
  const [from, to] = [tell(low), tell(high)];
  return from === to ? from : `${from}–${to}`;
}

function usedText({ usedLow, usedHigh, ceiling, unit }: EvidenceRow): string | null {
  if (usedLow === null || usedHigh === null) return null;
  // What is used in per cent is told by the percentage itself.
  if (unit === '%' && ceiling === 100) return null;
  const used = spanOfUnit(usedLow, usedHigh, unit);
  return ceiling === null ? used : `${used} of ${formatUnit(ceiling, unit)}`;
}

/** '57.6–109 CPUs': a unit that both ends have is said once. */
function spanOfUnit(low: number, high: number, unit: string): string {
  const text = span(low, high, (value) => formatUnit(value, unit));
  const [from, to] = text.split('–');
  if (from === undefined || to === undefined) return text;
  const ending = / \S+$/.exec(to)?.[0] ?? '';
  return ending !== '' && from.endsWith(ending) ? `${from.slice(0, -ending.length)}–${to}` : text;
}

export const FULLNESS_WORDS: Record<Exclude<Fullness, 'below'>, string> = { full: 'full', maybe: 'may be full' };

/** The bar in words, for those who do not see it. */
export function barSentence(row: EvidenceRow): string {
  const { percent, used, fullness } = barOf(row);
  const told = `${row.label}: ${percent ?? used ?? ABSENT}`;
  if (fullness === null) return told;
  if (fullness === 'below') return `${told}, not full: that begins at ${row.fullAtPercent} %`;
  return `${told}, ${FULLNESS_WORDS[fullness]} from ${row.fullAtPercent} % on`;
}
