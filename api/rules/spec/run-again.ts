import type { Run } from '../../contract/run.ts';
import type { RunSpec } from '../../contract/spec.ts';
import { TOOL_NAMES } from '../../contract/tools.ts';

/** Why what a run was asked cannot be asked again, as a title and a sentence; null where it can. */
export function notAgain(spec: Run['spec']): { title: string; sentence: string } | null {
  if (spec.specVersion === 0) {
    const sentence = 'Its source has figures, but not every setting that a run needs.';
    return { title: 'An imported run cannot be run again', sentence };
  }
  const { tool } = spec.load;
  if (TOOL_NAMES.some((name) => name === tool)) return null;
  const sentence = `Its load generator, ${tool}, is not known to this release: update millionrps to run it again.`;
  return { title: 'This run cannot be run again', sentence };
}

export const canRunAgain = (spec: Run['spec']): spec is RunSpec => notAgain(spec) === null;
