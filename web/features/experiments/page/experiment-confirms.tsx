'use client';

import type { ShownExperiment as Experiment } from '@contract/experiment';
import { plural } from '@rules/words/numbers';
import { useRouter } from 'next/navigation';
import { LaunchStays } from '@/features/cloud/launch-left';
import { lastRunOf } from '@/features/experiments/cloud/experiment-launch-line';
import { useDeleteExperiment, useTurnExperiment } from '@/features/experiments/experiments-query';
import { focusMain } from '@/ui/browser/opener';
import { Confirm } from '@/ui/dialog';
import { showToast } from '@/ui/toast';

interface ConfirmProps {
  experiment: Experiment;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function StopConfirm({ experiment, open, onOpenChange }: ConfirmProps) {
  const stop = useTurnExperiment(experiment.id, 'stop');
  const last = lastRunOf(experiment);
  const left = experiment.roundsPlanned - experiment.roundsDone;
  return (
    <Confirm
      open={open}
      onOpenChange={onOpenChange}
      title="Stop before the last round?"
      action="Stop the experiment"
      acting="Stopping …"
      back="Let it run"
      act={stop}
      onConfirm={() => stop.mutate(undefined, { onSuccess: () => onOpenChange(false) })}
    >
      <p>
        The run under way is canceled, and {plural(left, 'round')} {left === 1 ? 'is' : 'are'} not run to the end.
        Rounds that are whole are kept and shown; no claim is made of them, since an experiment that can be stopped at
        will finds what it wants to find.
      </p>
      <p>It cannot be taken up again.</p>
      {last && <LaunchStays runId={last} />}
    </Confirm>
  );
}

export function DeleteConfirm({ experiment, open, onOpenChange }: ConfirmProps) {
  const router = useRouter();
  const erase = useDeleteExperiment(experiment.id);
  const confirm = (): void =>
    erase.mutate(undefined, {
      onSuccess: () => {
        focusMain();
        showToast({ title: `Deleted ‘${experiment.question}’. Its runs are kept.` });
        router.push('/experiments');
      },
    });
  return (
    <Confirm
      open={open}
      onOpenChange={onOpenChange}
      title="Delete this experiment?"
      action="Delete the experiment"
      acting="Deleting …"
      back="Keep it"
      act={erase}
      onConfirm={confirm}
    >
      <p>
        Its plan, its result and its finding go for good. {plural(experiment.runsDone, 'run')} it made{' '}
        {experiment.runsDone === 1 ? 'stays' : 'stay'} in the list of runs and can then be deleted there. If it is a
        point of a benchmark, the point leaves its history.
      </p>
    </Confirm>
  );
}
