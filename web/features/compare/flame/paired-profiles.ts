import type { Comparison } from '@contract/comparison';
import type { ProfileKind } from '@contract/load';
import type { Run } from '@contract/run';
import { protocolIn } from '@rules/comparison/row-load';
import { stepText } from '@rules/spec/load-words';

/** Profiles of one kind, of the baseline's side and of another. */
export interface PairedProfiles {
  kind: ProfileKind;
  /** The place of the other side. */
  sideIndex: number;
  baseline: string[];
  other: string[];
  /** The loads that they were taken under, where those differ. */
  loads: [string, string] | null;
}

interface Taken {
  kind: ProfileKind;
  artifactId: string;
  load: string;
}

/** What can be held against the baseline: kinds that both sides have, under the same load where there is one. */
export function pairedProfiles({ runs, sides }: Comparison): PairedProfiles[] {
  const taken = sides.map(({ runIds }) => runs.filter(({ id }) => runIds.includes(id)).flatMap(takenIn));
  const base = sides.findIndex(({ baseline }) => baseline);
  return sides.flatMap((_, sideIndex) =>
    sideIndex === base ? [] : pairsOf(taken[base] ?? [], taken[sideIndex] ?? [], sideIndex),
  );
}

const takenIn = (run: Run): Taken[] =>
  run.steps.flatMap(({ spec, profiles }) =>
    profiles.flatMap(({ kind, artifactId, total }) =>
      artifactId === null || total <= 0 ? [] : [{ kind, artifactId, load: stepText(spec, protocolIn(run)) }],
    ),
  );

function pairsOf(baseline: Taken[], other: Taken[], sideIndex: number): PairedProfiles[] {
  const kinds = [...new Set(baseline.map(({ kind }) => kind))];
  return kinds.flatMap((kind) => {
    const [left, right] = [baseline, other].map((side) => side.filter((one) => one.kind === kind)) as [
      Taken[],
      Taken[],
    ];
    const load = left.find((one) => right.some((same) => same.load === one.load))?.load;
    const [leftLoad, rightLoad] = [load ?? left[0]?.load, load ?? right[0]?.load];
    if (leftLoad === undefined || rightLoad === undefined) return [];
    const of = (side: Taken[], wanted: string) =>
      side.filter((one) => one.load === wanted).map((one) => one.artifactId);
    return {
      kind,
      sideIndex,
      baseline: of(left, leftLoad),
      other: of(right, rightLoad),
      loads: load === undefined ? [leftLoad, rightLoad] : null,
    };
  });
}

/** Letters of the sides that have a profile. */
export const profiledSides = ({ runs, sides }: Comparison): string[] =>
  sides
    .filter(({ runIds }) => runs.some((run) => runIds.includes(run.id) && takenIn(run).length > 0))
    .map(({ letters }) => letters);
