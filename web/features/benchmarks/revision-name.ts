import { COMMIT_SHA } from '@contract/limits';
import { shortCommit } from '@rules/spec/revision-words';

/** A commit by its beginning, a label whole. */
export const revisionName = (revision: string): string =>
  COMMIT_SHA.test(revision) ? shortCommit(revision) : revision;
