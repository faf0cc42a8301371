import type { Lab } from '../platform/lab.ts';
import { blankForgedLayouts, forgetCounts, listRunsOfLayouts } from './store/layout-audit.ts';

/**
 * Finds layouts that were believed without a look at their hash. What was computed with them is taken away, so that it reads as not
 * measured, and the log names every run. Answers how many layouts there were.
 */
export async function auditLayouts(lab: Lab): Promise<number> {
  return lab.database.transaction(async (tx) => {
    const layoutIds = await blankForgedLayouts(tx);
    if (layoutIds.length === 0) return 0;
    const runs = await listRunsOfLayouts(tx, layoutIds);
    await forgetCounts(
      tx,
      runs.map(({ id }) => id),
    );
    lab.log.error(
      { layoutIds, runs },
      'Layouts of samples were forged: their columns do not have the hash that names them. CPU figures of these runs are taken away. Restart the agents, so that they send their own anew.',
    );
    return layoutIds.length;
  });
}
