import type { LaunchSpec } from '@contract/launch';
import type { RunSpec } from '@contract/spec';
import { readKept, removeKept, writeKept } from '@/features/draft/tab-storage';
import { type ExperimentDraft, restoreExperiment } from './experiment-draft';

const KEY = 'millionrps-new-experiment';
const TYPED = `${KEY}-baseline`;

/** In the place of a run's id: the configuration that stood in the form of a new run. */
export const TYPED_BASELINE = 'typed';

/** What was typed outlives a reload and a detour, in this tab; one draft for each baseline. */
export const storeExperiment = (baselineKey: string, draft: ExperimentDraft): void =>
  writeKept(`${KEY}:${baselineKey}`, JSON.stringify(draft));

export const storedExperiment = (baselineKey: string): ExperimentDraft | null =>
  restoreExperiment(readKept(`${KEY}:${baselineKey}`));

export const forgetExperiment = (baselineKey: string): void => removeKept(`${KEY}:${baselineKey}`);

/** A run or an experiment that a configuration comes from. */
export interface BaselineSource {
  kind: 'run' | 'experiment';
  id: string;
  /** Of an experiment its question. */
  name: string;
  /** Of its steps only those that all of the compared runs have. */
  sharedSteps?: boolean;
}

/** A configuration that is handed over whole, as no run need have had it. */
export interface TypedBaseline {
  name: string;
  spec: RunSpec;
  /** Absent: it stood in the form of a new run, or came as `from` says. */
  source?: BaselineSource;
  from?: 'recipe' | 'design';
  /** What its hosts are to be launched as; absent: they are there, or were. */
  launch?: LaunchSpec;
}

/** Hands a configuration to the form of a new experiment, with a draft where there is one; the form's address. */
export function handExperiment(baseline: TypedBaseline, draft?: ExperimentDraft): string {
  writeKept(TYPED, JSON.stringify(baseline));
  if (draft) storeExperiment(TYPED_BASELINE, draft);
  return `/experiments/new?baseline=${TYPED_BASELINE}`;
}

export function handedBaseline(): TypedBaseline | null {
  try {
    const handed = JSON.parse(readKept(TYPED) ?? 'null') as TypedBaseline | null;
    return handed !== null && typeof handed.name === 'string' && Array.isArray(handed.spec?.load?.steps)
      ? handed
      : null;
  } catch {
    return null;
  }
}
