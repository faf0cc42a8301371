import { SYSCTLS, type SysctlName, type SysctlRule } from '@contract/sysctls';
import type { Sysctl } from '@contract/tuning';
import { formatCount } from '@rules/words/numbers';

/** What may be written, as it stands in a sentence: '1 to 1,048,576', 'fq, fq_codel or cake'. */
export function allowedForm(name: SysctlName): string {
  const { words, numbers = 1, min = 0, max = 0, ascending }: SysctlRule = SYSCTLS[name];
  if (words) return words.join(', ').replace(/, (\w+)$/, ' or $1');
  const range = max - min <= 3 ? among(min, max) : `${formatCount(min)} to ${formatCount(max)}`;
  return numbers === 1 ? range : `${numbers} numbers${ascending ? ', ascending' : ''}, each ${range}`;
}

function among(min: number, max: number): string {
  const all = Array.from({ length: max - min + 1 }, (_, i) => String(min + i));
  return all.join(', ').replace(/, (\d+)$/, ' or $1');
}

/** Parameters that have a value, and how many are still to get one: '1 being added'. */
export function sysctlsSoFar(rows: Sysctl[]): { filled: Sysctl[]; adding: string | null } {
  const filled = rows.filter(({ value }) => value.trim() !== '');
  const empty = rows.length - filled.length;
  return { filled, adding: empty === 0 ? null : `${empty} being added` };
}
