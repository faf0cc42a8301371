import { shortFunction } from '@rules/profile/profile-words';
import type { FlameClass, FlameLook } from './flame-paint';
import type { FlameTree } from './flame-tree';

export type Claim = 'more' | 'less' | 'unclear' | null;

/** Dearer is plain, cheaper is hatched, and an arrow stands before the name: colour is not the only sign. */
export const DIFFERENCE_CLASSES: FlameClass[] = [
  { label: '▲ costs more', ink: '--bad', strength: 40 },
  { label: '▼ costs less', ink: '--ok', strength: 32, hatched: true },
  { label: 'within its error, or error unknown', ink: '--muted', strength: 16 },
];

/** A frame looks as its function does, with what that called: the error is known of functions. */
export function differenceLook(tree: FlameTree, claims: Map<string, Claim>): FlameLook {
  const classes = tree.functions.map(({ name }) => {
    const claim = claims.get(name);
    return claim === 'more' ? 0 : claim === 'less' ? 1 : 2;
  });
  const marks = ['▲ ', '▼ ', ''];
  const labels = tree.functions.map(({ name }, place) => `${marks[classes[place] as number]}${shortFunction(name)}`);
  return {
    classes: DIFFERENCE_CLASSES,
    classOf: (frame) => classes[tree.places[frame] as number] ?? 2,
    labelOf: (frame) => labels[tree.places[frame] as number] ?? '',
  };
}
