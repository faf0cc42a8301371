import type { RunSummary } from '../../contract/run.ts';

/** What was measured, as a line of a list says it: what whoever asked for the run called it; null where they did not. */
export const revisionText = ({ revisionLabel }: Pick<RunSummary, 'revisionLabel'>): string | null =>
  revisionLabel ?? null;
