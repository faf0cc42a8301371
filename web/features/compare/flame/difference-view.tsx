'use client';

import type { ProfileKind } from '@contract/load';
import type { ProfileDifference } from '@contract/profile';
import { FOLDED } from '@rules/profile/call-tree';
import { changeText, DIFFERENCE_CAVEAT, formatPer } from '@rules/profile/difference-words';
import { useCallback, useMemo } from 'react';
import { DIFFERENCE_CLASSES, differenceLook } from '@/charts/flame/difference-look';
import { type FlameTree, flameTree } from '@/charts/flame/flame-tree';
import { FlameView } from '@/charts/flame/flame-view';
import { useFlameDifference } from '@/features/compare/url-state';
import { PROFILE_WORDS } from '@/lib/profile-kinds';
import { DifferenceTable } from './difference-table';

interface DifferenceViewProps {
  difference: ProfileDifference;
  /** The baseline's, and the other side's. */
  letters: [string, string];
  kind: ProfileKind;
}

/** The answer, then both sides as one flame graph, then each function. */
export function DifferenceView({ difference, letters, kind }: DifferenceViewProps) {
  const [choice, setChoice] = useFlameDifference();
  const worths = useMemo(() => difference.sides.map(({ worth }) => 1 / worth), [difference]);
  const tree = useMemo(() => flameTree(difference, worths), [difference, worths]);
  const claims = useMemo(
    () => new Map(difference.functions.map(({ name, total }) => [name, total.claim])),
    [difference],
  );
  const lookOf = useCallback((shown: FlameTree) => differenceLook(shown, claims), [claims]);
  const tellOf = useCallback(
    (shown: FlameTree) => (frame: number) => {
      const [a, b] = shown.totals.map((of, lane) => (of[frame] ?? 0) * (worths[lane] ?? 0)) as [number, number];
      const of = difference.functions.find(({ name }) => name === shown.functions[shown.places[frame] as number]?.name);
      const whole = of && of.name !== FOLDED ? ` · the whole function ${changeText(of.total, difference)}` : '';
      return `here ${letters[0]} ${formatPer(a, difference)}, ${letters[1]} ${formatPer(b, difference)}${whole}`;
    },
    [difference, worths, letters],
  );
  const { functions } = difference;
  const known = functions.some(({ self }) => self.claim !== null);
  return (
    <>
      <div>
        <p className="text-base font-semibold">{difference.sentence}</p>
        <p className="text-xs text-muted">
          {letters[1]} against {letters[0]}
          {known && `. ${DIFFERENCE_CAVEAT}`}
        </p>
      </div>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)]">
        <FlameView
          label={`Flame difference, ${PROFILE_WORDS[kind].title}. ${difference.sentence}`}
          tree={tree}
          worth={worths}
          lookOf={lookOf}
          legend={DIFFERENCE_CLASSES}
          choice={choice}
          onChoice={setChoice}
          tellOf={tellOf}
          title={`Flame difference, ${PROFILE_WORDS[kind].title}`}
          counts={{ unit: difference.unit, sides: letters }}
        />
        <DifferenceTable
          difference={difference}
          letters={letters}
          onFind={(wanted) => setChoice({ wanted, zoom: null })}
        />
      </div>
    </>
  );
}
