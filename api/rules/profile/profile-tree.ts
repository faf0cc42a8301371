import type { ProfileTree } from '../../contract/profile.ts';
import { callTree } from './call-tree.ts';
import { countedOf, stacksOf } from './counted.ts';
import type { Pprof } from './pprof.ts';

/** A profile as a bounded tree of calls. Functions of the same name in different places are different ones. */
export function profileTree(pprof: Pprof, sampleType: string, requests: number | null): ProfileTree {
  const { index, ...counted } = countedOf(pprof, sampleType);
  const tree = callTree(
    stacksOf([{ pprof, index, lane: 0 }], ({ name, file }) => `${name}\n${file}`),
    [1],
  );
  return {
    ...counted,
    total: tree.totals[0] ?? 0,
    requests,
    functions: tree.functions.map(({ name, file, self, total }) => ({
      name,
      file,
      self: self[0] ?? 0,
      total: total[0] ?? 0,
    })),
    parents: tree.parents,
    functionPlaces: tree.functionPlaces,
    selfs: tree.selfs[0] ?? [],
    folded: { frames: tree.folded.frames, value: tree.folded.values[0] ?? 0 },
  };
}
