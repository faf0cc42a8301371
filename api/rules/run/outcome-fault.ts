import type { Command, Outcome } from '../../contract/agent.ts';
import type { Failure } from '../../contract/primitives.ts';

export const WRONG_RESULT = 'wrong-result';
/** What an agent reported cannot be stored, however often it is sent. */
export const REPORT_REFUSED = 'report-refused';

const PORT_MOST = 65_535;
const REPLACE = 'Replace its agent by one of this release.';

/** Why what an agent says a command brought cannot be of that command; null when it can. */
export function outcomeFault(command: Command, { status, result }: Outcome, hostName: string): Failure | null {
  if (status !== 'succeeded') return null;
  const wrong = (what: string): Failure => ({
    code: WRONG_RESULT,
    sentence: `${hostName} answered ${command.type} with ${what}. ${REPLACE}`,
  });
  if (result === null) return wrong('no result');
  if (result.type !== command.type) return wrong(`the result of ${result.type}`);
  if (command.type !== 'prepare' || result.type !== 'prepare') return null;
  const { port } = result;
  if (!command.roles.includes('server') || (port !== null && port >= 1 && port <= PORT_MOST)) return null;
  return wrong(port === null ? 'no port' : `the port ${port}`);
}

/** The same outcome, as one that failed for this reason. Nothing else of it is believed. */
export const asFailed = ({ commandId }: Pick<Outcome, 'commandId'>, failure: Failure): Outcome => ({
  commandId,
  status: 'failed',
  result: null,
  failure,
  command: [],
  artifacts: [],
});
