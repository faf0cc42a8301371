import type { ShownExperiment as Experiment } from '@contract/experiment';
import { notAgain } from '@rules/spec/run-again';
import { useRouter } from 'next/navigation';
import { draftAgain } from '@/features/experiments/form/experiment-again';
import type { ExperimentDraft } from '@/features/experiments/form/experiment-draft';
import { handExperiment } from '@/features/experiments/form/experiment-storage';
import { showToast } from '@/ui/toast';

/** Opens the form with what asks for the same again, perhaps changed; says why where it cannot be asked. */
export function useAgain(experiment: Experiment): (change?: (draft: ExperimentDraft) => ExperimentDraft) => void {
  const router = useRouter();
  return (change = (draft) => draft) => {
    const again = draftAgain(experiment);
    if (!again) {
      const why = experiment.configurations.map(({ spec }) => notAgain(spec)?.sentence).find(Boolean);
      return showToast({ title: why ?? 'It cannot be run again.', bad: true });
    }
    router.push(handExperiment(again.baseline, change(again.draft)));
  };
}
