import type { ComparedSetting } from '../../contract/comparison.ts';
import { firstOf, lowered } from '../words/text.ts';

/** What differs between the sides, in a line: 'prefork and workers'; what was asked comes before what was read. */
export function changedText(settings: ComparedSetting[]): string {
  const differing = settings.filter(({ values }) => new Set(values.filter((value) => value !== null)).size > 1);
  const labels = (rows: ComparedSetting[]): string => firstOf(rows.map(({ label }) => lowered(label)));
  const asked = differing.filter(({ path }) => path.startsWith('spec.'));
  if (asked.length > 0) return labels(asked);
  if (differing.length > 0) return `only what was read: ${labels(differing)}`;
  return settings.every(({ same }) => same) ? 'nothing' : 'nothing that is known';
}
