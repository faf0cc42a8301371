import type { RunSpec } from '@/api/types';
import { type ExperimentDraft, restoreExperiment } from '@/lib/experiment-draft';

const KEY = 'millionrps-new-experiment';
const TYPED = `${KEY}-baseline`;

/** In the place of a run's id: the configuration that stood in the form of a new run. */
export const TYPED_BASELINE = 'typed';

/** What was typed outlives a reload and a detour, in this tab; one draft for each baseline. */
export const storeExperiment = (baselineKey: string, draft: ExperimentDraft): void =>
  write(`${KEY}:${baselineKey}`, JSON.stringify(draft));

export const storedExperiment = (baselineKey: string): ExperimentDraft | null =>
  restoreExperiment(read(`${KEY}:${baselineKey}`));

export const forgetExperiment = (baselineKey: string): void => remove(`${KEY}:${baselineKey}`);

/** A configuration that no run has had yet. */
export interface TypedBaseline {
  name: string;
  spec: RunSpec;
}

export function handBaseline(baseline: TypedBaseline): void {
  write(TYPED, JSON.stringify(baseline));
}

export function handedBaseline(): TypedBaseline | null {
  try {
    const handed = JSON.parse(read(TYPED) ?? 'null') as TypedBaseline | null;
    return handed !== null && typeof handed.name === 'string' && Array.isArray(handed.spec?.load?.steps)
      ? handed
      : null;
  } catch {
    return null;
  }
}

// Storage can be forbidden or full; the form still works.

function write(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {}
}

function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function remove(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {}
}
