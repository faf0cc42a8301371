import type { EvidenceRow } from '@contract/verdict';
import { ABSENT, formatPercent } from '@rules/words/numbers';
import { formatUnit } from '@/charts/units';

/** How full a resource was: `maybe` where only the upper end of what was read is full. */
export type Fullness = 'full' | 'maybe' | 'below';

export interface EvidenceBar {
  /** Percent of the bar: what is certain, and what may be beside it. Null: there is nothing to draw. */
  low: number | null;
  high: number | null;
  /** Where it counts as full; null where it never does. */
  mark: number | null;
  fullness: Fullness | null;
  /** '83.5 %', '45–85 %'; null without a ceiling. */
  percent: string | null;
  /** '26.7 of 32.0 CPUs', '45–85 of 128 CPUs', '1,204 /s'; null where it was not measured. */
  used: string | null;
  /** What was used alone, '26.7' of '32.0 CPUs'; null where it was not measured. */
  value: string | null;
  /** '32.0 CPUs'; null without one. */
  ceiling: string | null;
}

/** What a row of evidence looks like against its ceiling. */
export function barOf(row: EvidenceRow): EvidenceBar {
  const { percentLow: low, percentHigh: high, fullAtPercent } = row;
  const mark = fullAtPercent === null ? null : Number(fullAtPercent.toPrecision(4));
  return {
    low: low === null ? null : within(low),
    high: low === null ? null : within(high ?? 100),
    mark: mark === null ? null : within(mark),
    fullness: low !== null && mark !== null ? fullnessOf(low, high ?? 100, mark) : null,
    percent: low === null ? null : `${span(low, high, formatPercent)} %`,
    used: usedText(row),
    value: valueText(row),
    ceiling: row.ceiling === null ? null : formatUnit(row.ceiling, row.unit),
  };
}

const within = (percent: number): number => Math.min(100, Math.max(0, percent));

function fullnessOf(low: number, high: number, mark: number): Fullness {
  if (low >= mark) return 'full';
  return high >= mark ? 'maybe' : 'below';
}

/** One text where both ends read the same; without an upper end it is at least the lower one. */
function span(low: number, high: number | null, tell: (value: number) => string): string {
  const from = tell(low);
  if (high === null) return `≥ ${from}`;
  return from === tell(high) ? from : `${from}–${tell(high)}`;
}

function usedText({ usedLow, usedHigh, ceiling, unit }: EvidenceRow): string | null {
  if (usedLow === null) return null;
  // What is used in per cent needs no words beside the percentage.
  if (unit.startsWith('%') && ceiling === 100) return null;
  const tell = (value: number): string => formatUnit(value, unit);
  const top = ceiling === null ? null : tell(ceiling);
  const ends = usedHigh === null ? [tell(usedLow)] : [tell(usedLow), tell(usedHigh)];
  const [from = '', to] = top === null ? ends : [...ends].map((text) => withoutUnit(text, top));
  const last = to === undefined ? from : to;
  const used = usedHigh === null ? `≥ ${from}` : from === last ? last : `${withoutUnit(from, last)}–${last}`;
  return top === null ? used : `${used} of ${top}`;
}

/** Beside its ceiling the unit stands there. */
function valueText({ usedLow, usedHigh, ceiling, unit }: EvidenceRow): string | null {
  if (usedLow === null) return null;
  const top = ceiling === null || unit.startsWith('%') ? '' : formatUnit(ceiling, unit);
  const [low, high] = [usedLow, usedHigh ?? usedLow].map((value) => withoutUnit(formatUnit(value, unit), top));
  if (usedHigh === null) return `≥ ${low}`;
  return low === high ? `${low}` : `${withoutUnit(`${low}`, `${high}`)}–${high}`;
}

/** '28.2 CPUs' before '32.0 CPUs' is 28.2: a unit that both have is said once. */
function withoutUnit(text: string, next: string): string {
  const unit = / \S*[^\d\s]\S*$/.exec(next)?.[0];
  return unit && text.endsWith(unit) ? text.slice(0, -unit.length) : text;
}

export const FULLNESS_WORDS: Record<Exclude<Fullness, 'below'>, string> = {
  full: 'saturated',
  maybe: 'may be saturated',
};

/** The bar in words, for those who do not see it. */
export function barSentence(row: EvidenceRow): string {
  const { percent, used, fullness, mark } = barOf(row);
  const told = `${row.label}: ${percent ?? used ?? ABSENT}`;
  if (fullness === null) return told;
  if (fullness === 'below') return `${told}, below saturation at ${mark} %`;
  return `${told}, ${FULLNESS_WORDS[fullness]} from ${mark} %`;
}
