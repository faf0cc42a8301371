import { MAX_TAGS } from '../contract/limits.ts';
import type { Run } from '../contract/run.ts';
import type { RunLabels } from '../contract/run-list.ts';
import { AppError } from '../platform/app-error.ts';
import type { Lab } from '../platform/lab.ts';
import { notify } from '../platform/store/notify.ts';
import { changeTags, repeatedTag } from '../rules/spec/tags.ts';
import { getRun, noSuchRun } from './get-run.ts';
import { findRun } from './store/run-row.ts';
import { lockRun, setLabels } from './store/runs.ts';

/**
 * Changes what people call a run and say of it; what is absent stays. Its figures never change. Throws invalid-input
 * for a repeated tag and for more than MAX_TAGS.
 */
export async function labelRun(lab: Lab, runId: string, labels: RunLabels): Promise<Run> {
  refuseRepeated(labels);
  const { name, notes } = labels;
  await lab.database.transaction(async (tx) => {
    await lockRun(tx, runId);
    const run = await findRun(tx, runId);
    if (!run) throw await noSuchRun(lab, runId);
    const tags = changeTags(run.tags, labels);
    if (tags.length > MAX_TAGS) {
      throw new AppError(
        'invalid-input',
        `${run.name} would have ${tags.length} tags; a run may have at most ${MAX_TAGS}.`,
        [{ path: 'addTags', message: `makes more than ${MAX_TAGS} tags` }],
      );
    }
    await setLabels(tx, runId, { tags, ...(name !== undefined && { name }), ...(notes !== undefined && { notes }) });
    notify(tx, 'runs', runId);
  });
  return getRun(lab, runId);
}

function refuseRepeated(labels: RunLabels): void {
  for (const path of ['tags', 'addTags', 'removeTags'] as const) {
    const twice = repeatedTag(labels[path] ?? []);
    if (twice === null) continue;
    throw new AppError('invalid-input', `The tag '${twice}' is there twice; upper and lower case are the same tag.`, [
      { path, message: `has '${twice}' twice` },
    ]);
  }
}
