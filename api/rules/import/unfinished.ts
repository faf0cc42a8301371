import type { ShareDocument } from '../../contract/share.ts';
import { isTerminal } from '../run/run-machine.ts';
import { runsOfDocument } from './run-documents.ts';

/**
 * What of a document is not over, in words; null where all is. Nothing here would ever end it: it would count as under
 * way, and could be neither canceled nor deleted.
 */
export function unfinishedPart(document: ShareDocument): string | null {
  const going = runsOfDocument(document).runs.find(({ run }) => !isTerminal(run.state));
  if (going) return `its run ${going.run.id} is ${going.run.state}, not over`;
  if (document.type !== 'experiment' || document.experiment.status === 'done') return null;
  return `its experiment is ${document.experiment.status}, not done`;
}
