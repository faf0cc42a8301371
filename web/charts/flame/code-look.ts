import { CODE_WORDS, type CodeKind, codeKind, shortFunction } from '@rules/profile/profile-words';
import type { FlameClass, FlameLook } from './flame-paint';
import type { FlameTree } from './flame-tree';

const INKS: Record<CodeKind, string> = {
  program: '--server',
  runtime: '--side-c',
  kernel: '--side-e',
  unnamed: '--muted',
  process: '--text',
  folded: '--muted',
};
/** Neighbours are told apart by shade. */
const SHADES = [26, 34, 42];
const KINDS = Object.keys(INKS) as CodeKind[];

const CLASSES: FlameClass[] = KINDS.flatMap((kind) =>
  SHADES.map((strength) => ({
    label: CODE_WORDS[kind],
    ink: INKS[kind],
    strength: kind === 'process' ? 14 : strength,
    hatched: kind === 'folded' || kind === 'unnamed',
  })),
);

/** Colours by what the code is part of. */
export function codeLook(tree: FlameTree): FlameLook {
  const classes = tree.functions.map(
    (one) => KINDS.indexOf(codeKind(one)) * SHADES.length + (hash(one.name) % SHADES.length),
  );
  const labels = tree.functions.map(({ name }) => shortFunction(name));
  return {
    classes: CLASSES,
    classOf: (frame) => classes[tree.places[frame] as number] ?? 0,
    labelOf: (frame) => labels[tree.places[frame] as number] ?? '',
  };
}

/** One of each kind that the tree has, for the legend. */
export function kindsOf(tree: FlameTree): FlameClass[] {
  const present = new Set(tree.functions.map(codeKind));
  return KINDS.filter((kind) => present.has(kind)).map(
    (kind) => CLASSES[KINDS.indexOf(kind) * SHADES.length + 1] as FlameClass,
  );
}

function hash(name: string): number {
  let value = 0;
  for (let at = 0; at < name.length; at++) value = (value * 31 + name.charCodeAt(at)) >>> 0;
  return value;
}
