import type { Run } from '../../contract/run.ts';
import type { ShareDocument } from '../../contract/share.ts';
import { formatText } from '../../contract/words.ts';
import { asksServices } from '../spec/backend-check.ts';
import { canRunAgain, notAgain } from '../spec/run-again.ts';
import { isOfTool, isReferenceServer } from './tool-commands.ts';
import { planOf, wasDriven } from './turns.ts';
import { missingInputs, runsOf, stepCommandsOf, type ToolInput } from './wording.ts';

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
    const beyond = beyondScripts(run.spec) ?? otherProgram(run);
    if (beyond) return `${run.name} cannot be made a script: ${beyond} ${INSTEAD}`;
    const [missing] = missingInputs(run, inputs);
    if (missing !== undefined) {
      return `${run.name} was made with the file ${missing}, which its load generator read and which is not here: export the script where the run was measured. ${INSTEAD}`;
    }
  }
  return null;
}

/** What a run asked that nothing but its agents can do; null where a script can. */
function beyondScripts(spec: Run['spec']): string | null {
  if (spec.specVersion === 0) return null;
  if (asksServices(spec.target))
    return 'its target asked a database, a cache or another server that agents started for the run, filled and took down, and a script starts none.';
  // These are files that the agent wrote byte for byte.
  return spec.load.tool === 'vegeta' && spec.requests.some(({ body }) => body !== null && body.kind !== 'file')
    ? 'vegeta reads each body from a file of the agent that drove it, which a script does not hold; drive it with volley to export one.'
    : null;
}

/** A host or a file reported another program than the tool or the reference server; a host's own target may be any. */
function otherProgram(run: Run): string | null {
  if (!canRunAgain(run.spec)) return null;
  const { load, target } = run.spec;
  const commands = stepCommandsOf(run).filter((command) => command.length > 0);
  if (!commands.every((command) => isOfTool(load.tool, command))) return notOurs(load.tool);
  if (target.kind !== 'reference' || isReferenceServer(run.target?.command ?? [])) return null;
  return notOurs('the reference server');
}

const notOurs = (name: string): string =>
  `it was not started as this release starts ${name}, and a script starts nothing else.`;

function unknownFault({ name, imported, spec }: Run): string {
  if (imported && spec.specVersion === 0) {
    return `${name} was imported (${formatText(imported.format)}), and its source does not say how target and load generator were started, so there is nothing to run again. ${INSTEAD}`;
  }
  return `${name} ended before load was made, so there are no commands to repeat. Duplicate the run and start it again.`;
}
