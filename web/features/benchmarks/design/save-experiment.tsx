'use client';

import type { ShownExperiment } from '@contract/experiment';
import { designOfExperiment } from './begun-design';
import { SaveBenchmark } from './save-benchmark';

interface SaveExperimentProps {
  experiment: ShownExperiment;
  onClose: () => void;
}

export function SaveExperimentAsBenchmark({ experiment, onClose }: SaveExperimentProps) {
  const begun = designOfExperiment(experiment);
  return begun && <SaveBenchmark {...begun} onClose={onClose} />;
}
