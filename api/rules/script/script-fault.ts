import type { Run } from '../../contract/run.ts';
import type { ShareDocument } from '../../contract/share.ts';
import { formatText } from '../../contract/words.ts';
import { notAgain } from '../spec/run-again.ts';
import { planOf, wasDriven } from './turns.ts';
import { missingInputs, runsOf, type ToolInput } from './wording.ts';

const INSTEAD = 'Markdown and CSV have every figure.';

/** Why a document cannot be made a script, in one sentence with what to do; null when it can. */
export function scriptFault(document: ShareDocument, inputs: ToolInput[]): string | null {
  if (runsOf(document).length === 0) {
    return `The experiment has no whole round, so there is nothing to reproduce. ${INSTEAD}`;
  }
  const patterns = planOf(document).configurations.map(({ pattern }) => pattern);
  const unknown = patterns.find((run) => !wasDriven(run));
  if (unknown) return unknownFault(unknown);
  for (const run of patterns) {
    const fault = notAgain(run.spec);
    if (fault) return `${run.name} cannot be made a script. ${fault.sentence} ${INSTEAD}`;
    const [missing] = missingInputs(run, inputs);
    if (missing !== undefined) {
      return `${run.name} was made with the file ${missing}, which its load generator read and which is not here: export the script where the run was measured. ${INSTEAD}`;
    }
  }
  return null;
}

function unknownFault({ name, imported, spec }: Run): string {
  if (imported && spec.specVersion === 0) {
    return `${name} was imported (${formatText(imported.format)}), and its source does not say how target and load generator were started, so there is nothing to run again. ${INSTEAD}`;
  }
  return `${name} ended before load was made, so there are no commands to repeat. Duplicate the run and start it again.`;
}
