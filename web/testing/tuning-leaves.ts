import { emptyTuning } from '@/features/draft/tuning-draft';

/** Every single value of a host's tuning that a person may type, by its place in the draft: `offloads.gro`. */
export const TUNING_LEAVES = leavesOf(emptyTuning(), '');

function leavesOf(model: object, at: string): string[] {
  return Object.entries(model).flatMap(([name, part]) =>
    typeof part === 'object' && !Array.isArray(part) ? leavesOf(part, `${at}${name}.`) : [`${at}${name}`],
  );
}
