import type { ShownExperiment as Experiment } from '@contract/experiment';
import { notAgain } from '@rules/spec/run-again';
import { useRouter } from 'next/navigation';
import { draftAgain } from '@/features/experiments/form/experiment-again';
import { handExperiment } from '@/features/experiments/form/experiment-storage';
import type { PreparedExperiment } from '@/features/experiments/form/prepared-experiment';
import { showToast } from '@/ui/toast';

/** Opens the form with what asks for the same again, perhaps changed; says why where it cannot be asked. */
export function useAgain(experiment: Experiment): (change?: (again: PreparedExperiment) => PreparedExperiment) => void {
  const router = useRouter();
  return (change = (again) => again) => {
    const again = draftAgain(experiment);
    if (!again) {
      const why = experiment.configurations.map(({ spec }) => notAgain(spec)?.sentence).find(Boolean);
      return showToast({ title: why ?? 'It cannot be run again.', bad: true });
    }
    const { baseline, draft } = change(again);
    router.push(handExperiment(baseline, draft));
  };
}
