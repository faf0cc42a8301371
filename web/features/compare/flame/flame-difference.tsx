'use client';

import type { Comparison } from '@contract/comparison';
import { useQuery } from '@tanstack/react-query';
import { get } from '@/api/client';
import { useFlameDifference } from '@/features/compare/url-state';
import { PROFILE_WORDS } from '@/lib/profile-kinds';
import { ErrorNotice } from '@/ui/error-notice';
import { Fold } from '@/ui/fold';
import { Segmented } from '@/ui/inputs/segmented';
import { Notice } from '@/ui/notice';
import { Skeleton } from '@/ui/skeleton';
import { DifferenceView } from './difference-view';
import { type PairedProfiles, pairedProfiles, profiledSides } from './paired-profiles';

/** Which functions cost more on a side than on the baseline, where both were profiled. */
export function FlameDifference({ comparison }: { comparison: Comparison }) {
  const pairs = pairedProfiles(comparison);
  const [{ pair: wanted }, setChoice] = useFlameDifference();
  const profiled = profiledSides(comparison);
  if (profiled.length === 0) return null;
  const shown = pairs.find((pair) => keyOf(pair) === wanted) ?? pairs[0];
  const none =
    profiled.length > 1 ? 'No kind of profile was taken on both sides' : `Only ${profiled[0]} has profiles to compare`;
  const kinds = [...new Set(pairs.map(({ kind }) => PROFILE_WORDS[kind].title))];
  return (
    <Fold id="flame" title="Flame difference" summary={shown ? kinds.join(', ') : none}>
      {shown ? (
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
          {pairs.length > 1 && (
            <Segmented
              label="Profiles compared"
              value={keyOf(shown)}
              onChange={(pair) => setChoice({ pair, zoom: null })}
              className="w-fit max-w-full flex-wrap print:hidden"
              options={pairs.map((pair) => ({ value: keyOf(pair), label: labelOf(comparison, pair, pairs) }))}
            />
          )}
          <OnePair key={keyOf(shown)} comparison={comparison} pair={shown} />
        </div>
      ) : (
        <p className="text-sm">
          {none}. Profile the same step on both sides: choose profiles for a step when you start the run.
        </p>
      )}
    </Fold>
  );
}

const keyOf = ({ kind, sideIndex }: PairedProfiles): string => `${sideIndex}-${kind}`;

function labelOf({ sides }: Comparison, { kind, sideIndex }: PairedProfiles, pairs: PairedProfiles[]): string {
  const several = new Set(pairs.map((pair) => pair.sideIndex)).size > 1;
  return `${several ? `${sides[sideIndex]?.letters}: ` : ''}${PROFILE_WORDS[kind].title}`;
}

function OnePair({ comparison, pair }: { comparison: Comparison; pair: PairedProfiles }) {
  const query = { baseline: pair.baseline.join(','), other: pair.other.join(',') };
  const { data, error, refetch } = useQuery({
    queryKey: ['profile-difference', query],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => get('/api/v1/profile-difference', { query, signal }),
  });
  const base = comparison.sides.find(({ baseline }) => baseline);
  const other = comparison.sides[pair.sideIndex];
  if (error)
    return <ErrorNotice title="The profiles could not be compared" error={error} retry={() => void refetch()} />;
  if (!data || !base || !other) return <Skeleton className="h-72" />;
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
      {pair.loads && (
        <Notice kind="warn" title="Profiled under different loads">
          {base.letters}: {pair.loads[0]}. {other.letters}: {pair.loads[1]}. What a request costs depends on the load.
        </Notice>
      )}
      <DifferenceView difference={data} letters={[base.letters, other.letters]} kind={pair.kind} />
    </div>
  );
}
