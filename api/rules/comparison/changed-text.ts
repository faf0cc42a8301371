import type { ComparedSetting } from '../../contract/comparison.ts';
import type { SpecPath } from '../spec/spec-settings.ts';
import { firstOf, lowered } from '../words/text.ts';

/**
 * The differences between the sides in one line, such as 'prefork and workers'. Requested settings come before read
 * facts.
 */
export function changedText(settings: ComparedSetting[]): string {
  const differing = settings.filter(({ values }) => new Set(values.filter((value) => value !== null)).size > 1);
  const labels = (rows: ComparedSetting[]): string => firstOf(rows.map(called));
  const asked = differing.filter(({ path }) => path.startsWith('spec.'));
  // What a setting brings about in its own group, such as the workers that were started, is no further change.
  const read = differing.filter((row) => !asked.some((one) => one === row || one.group === row.group));
  if (asked.length > 0) return `${labels(asked)}${read.length > 0 ? `; also differs: ${labels(read)}` : ''}`;
  if (read.length > 0) return `only what was read: ${labels(read)}`;
  return settings.every(({ same }) => same) ? 'no setting' : 'no setting that is known';
}

/** A revision is told with its commits: 'revision a1b2c3d vs d4e5f6a'. */
function called({ path, label, values }: ComparedSetting): string {
  if (path !== ('spec.target.revision' satisfies SpecPath)) return lowered(label);
  return `${lowered(label)} ${[...new Set(values.map((value) => value ?? 'none'))].join(' vs ')}`;
}
