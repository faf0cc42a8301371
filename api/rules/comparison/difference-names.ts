import type { ComparedSetting } from '../../contract/comparison.ts';
import type { Run } from '../../contract/run.ts';
import { protocolOf, stepText } from '../spec/load-words.ts';
import { shorten } from '../spec/shorten.ts';
import { SEARCH_PATH, STEPS_PATH } from '../spec/spec-settings.ts';
import { plural } from '../words/numbers.ts';
import { lowered } from '../words/text.ts';

/** What people call a configuration by comes first; each says by itself what it is. */
const PLAIN = ['spec.load.tool', 'spec.target', 'spec.target.framework', 'spec.requests', STEPS_PATH];
/** A name has at most this many differences; the table of differences has the rest. */
const PARTS_MOST = 3;
const NAME_MOST = 120;
const STEPS_MOST = 2;

/**
 * Names runs by their differences, such as 'wrk' or 'Fiber, prefork on'. Null if there are none, or if they do not tell
 * the runs apart.
 */
export function differenceNames(runs: Run[], indexes: number[], settings: ComparedSetting[]): (string | null)[] {
  const differing = settings
    .filter(({ path, values }) => {
      const known = new Set(indexes.flatMap((index) => values[index] ?? []));
      return path.startsWith('spec.') && path !== SEARCH_PATH && known.size > 1;
    })
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, PARTS_MOST);
  const names = indexes.map((index) => {
    const parts = differing.flatMap((row) => partOf(row, runs[index], row.values[index] ?? null) ?? []);
    return parts.length === 0 ? null : shorten(parts.join(', '), NAME_MOST);
  });
  const distinct = new Set(names.filter((name) => name !== null)).size === names.length;
  return distinct ? names : names.map(() => null);
}

const rank = ({ path }: ComparedSetting): number => (PLAIN.includes(path) ? PLAIN.indexOf(path) : PLAIN.length);

function partOf({ path, label }: ComparedSetting, run: Run | undefined, value: string | null): string | null {
  if (value === null || !run) return null;
  if (path === STEPS_PATH) return stepsName(run);
  return PLAIN.includes(path) ? value : `${lowered(label)} ${value}`;
}

function stepsName({ spec: { load } }: Run): string {
  const texts = [...new Set(load.steps.map((step) => stepText(step, protocolOf({ spec: { load } }))))];
  const loads = texts.length <= STEPS_MOST ? texts.join(' and ') : `${texts[0]} to ${texts.at(-1)}`;
  const each = texts.length === load.steps.length && texts.length <= STEPS_MOST;
  return each ? loads : `${plural(load.steps.length, 'step')}, ${loads}`;
}
