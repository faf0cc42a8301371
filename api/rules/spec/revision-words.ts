import type { HostFacts } from '../../contract/host.ts';
import type { Run, RunSummary } from '../../contract/run.ts';
import type { RunSpec } from '../../contract/spec.ts';
import type { TargetSource } from '../../contract/target.ts';

const SHOWN = 7;

/** The beginning of a commit's name, as git and people write it; the whole one stands where it can be copied. */
export const shortCommit = (commit: string): string => commit.slice(0, SHOWN);

/** The commit that a run asks for; null where it asks for none. */
export const revisionOf = ({ target }: Pick<Run['spec'], 'target'>): string | null =>
  target.kind === 'named' ? (target.revision ?? null) : null;

/** What was measured, as a line of a list says it: the label of whoever asked for the run, else the commit; null for neither. */
export function revisionText({ revisionLabel, spec }: Pick<RunSummary, 'revisionLabel' | 'spec'>): string | null {
  const commit = revisionOf(spec);
  return revisionLabel ?? (commit === null ? null : shortCommit(commit));
}

/** What its host's file says that a target is built from; null where it is not built. */
export const sourceOf = (facts: HostFacts | undefined, name: string): TargetSource | null =>
  facts?.targets.find((target) => target.name === name)?.source ?? null;

/** How long the target's host may fetch and build, in seconds; 0 where it need not. */
export function buildSeconds({ target }: Pick<RunSpec, 'target'>, facts: HostFacts | undefined): number {
  if (target.kind !== 'named' || revisionOf({ target }) === null) return 0;
  return sourceOf(facts, target.name)?.timeoutSeconds ?? 0;
}

/** What follows a planned time: nobody knows before whether a host has built a commit already, or how long it will take. */
export const besideBuilds = (specs: Pick<Run['spec'], 'target'>[]): string =>
  specs.some((spec) => revisionOf(spec) !== null) ? ', without building revisions' : '';
