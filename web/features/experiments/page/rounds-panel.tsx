'use client';

import type { ShownExperiment as Experiment, ExperimentSlot } from '@contract/experiment';
import { placesText, placeText } from '@rules/experiment/slots-words';
import { stateLabel } from '@rules/run/run-words';
import Link from 'next/link';
import { slotsByRound } from '@/lib/experiment-words';
import { stateTone } from '@/lib/run-state';
import { Chip } from '@/ui/chip';
import { Fold } from '@/ui/fold';
import { SideLetter } from '@/ui/side-mark';

/** Every run that the design asks for, in the order in which they go. */
export function RoundsPanel({ experiment }: { experiment: Experiment }) {
  const rounds = slotsByRound(experiment.slots);
  if (rounds.length === 0) return null;
  // After a stop nothing follows but the run under way.
  const isEnding = experiment.status === 'done' || experiment.stoppedSentence !== null;
  return (
    <Fold id="runs" title="Runs" summary={placesText(experiment.slots, isEnding)} flush>
      <ol className="divide-y divide-line border-t border-line">
        {rounds.map(({ round, slots }) => (
          <li key={round} className="grid gap-x-4 gap-y-1.5 px-4 py-2.5 sm:grid-cols-[5.5rem_minmax(0,1fr)] sm:px-5">
            <span className="text-sm text-muted">Round {round + 1}</span>
            <ol className="grid grid-cols-[repeat(auto-fill,minmax(11.5rem,1fr))] gap-x-4 gap-y-1.5">
              {slots.map((slot) => (
                <li key={slot.position}>
                  <Slot
                    slot={slot}
                    name={experiment.configurations[slot.configuration]?.name ?? ''}
                    isEnding={isEnding}
                  />
                </li>
              ))}
            </ol>
          </li>
        ))}
      </ol>
    </Fold>
  );
}

function Slot({ slot, name, isEnding }: { slot: ExperimentSlot; name: string; isEnding: boolean }) {
  const { runId, runState, failedRunIds, configuration } = slot;
  const said = (
    <>
      <SideLetter index={configuration} />
      <span className="min-w-0 truncate" title={name}>
        {name}
      </span>
      {runState !== null && <Chip tone={stateTone(runState)}>{stateLabel(runState)}</Chip>}
    </>
  );
  return (
    <div className="min-w-0 text-sm">
      {runId === null ? (
        <span className="flex min-w-0 items-center gap-2 text-muted">
          {said}
          <span className="text-xs">{placeText(slot, isEnding)}</span>
        </span>
      ) : (
        <Link href={`/runs/${runId}`} className="flex min-w-0 items-center gap-2 hover:underline max-sm:min-h-11">
          {said}
        </Link>
      )}
      {failedRunIds.length > 0 && (
        <span className="block text-xs text-muted">
          gave no figure:{' '}
          {failedRunIds.map((failedId, at) => (
            <Link key={failedId} href={`/runs/${failedId}`} className="text-accent underline-offset-2 hover:underline">
              {at > 0 && ', '}attempt {at + 1}
            </Link>
          ))}
        </span>
      )}
    </div>
  );
}
