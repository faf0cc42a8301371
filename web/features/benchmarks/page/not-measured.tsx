import type { Benchmark } from '@contract/benchmark';
import { plural } from '@rules/words/numbers';
import { NothingYet } from '@/ui/nothing-here';

/** In the place of a history without a point. */
export function NotMeasured({ benchmark: { measuring, archivedAtUs, design } }: { benchmark: Benchmark }) {
  if (measuring > 0)
    return (
      <NothingYet title="The first point is being measured">
        <p>
          {plural(measuring, 'experiment')} {measuring === 1 ? 'is' : 'are'} under way, or{' '}
          {measuring === 1 ? 'waits' : 'wait'} for the hosts. The history begins here when{' '}
          {measuring === 1 ? 'it is' : 'the first is'} over.
        </p>
      </NothingYet>
    );
  return (
    <NothingYet title="Not measured yet">
      <p>
        {archivedAtUs !== null
          ? 'Bring it back to measure it.'
          : design.reference === null
            ? 'Measure a revision: name the build that runs on the host now.'
            : 'Measure a revision: choose a commit of the branch.'}{' '}
        Each one becomes a point of the history, with a 95 % interval.
      </p>
    </NothingYet>
  );
}
