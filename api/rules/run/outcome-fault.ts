import type { Command } from '../../contract/agent-commands.ts';
import type { BackendsResult, CommandResult, Outcome, PreparedResult } from '../../contract/agent-reports.ts';
import type { Failure } from '../../contract/primitives.ts';
import { addressKey, parseIp } from '../hosts/ip-address.ts';

export const WRONG_RESULT = 'wrong-result';
/** What an agent reported cannot be stored, however often it is sent. */
export const REPORT_REFUSED = 'report-refused';
/** Why a measured step fails that gets no point, however often it is tried. */
export const UNCOUNTABLE: Failure = {
  code: 'step-uncountable',
  sentence: 'The instance could not make figures of what the hosts reported in this step; its log says why.',
};

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
  const what = lackOf(command, result);
  return what === null ? null : wrong(what);
}

function lackOf(command: Command, result: CommandResult): string | null {
  if (command.type === 'prepare' && result.type === 'prepare') return lackOfPrepared(command, result);
  if (command.type === 'start-backends' && result.type === 'start-backends') return lackOfBackends(command, result);
  return null;
}

function lackOfPrepared(
  { roles, backendAddress }: Extract<Command, { type: 'prepare' }>,
  { port, backendNeeds }: PreparedResult,
): string | null {
  if (!roles.includes('server')) return null;
  if (port === null || port < 1 || port > PORT_MOST) return port === null ? 'no port' : `the port ${port}`;
  return backendAddress !== null && !backendNeeds ? 'no key for what its target asks on another host' : null;
}

/** How the target comes at each service; what it asks goes there, as often as load is made. */
const SERVICES = { database: 'postgres', cache: 'redis', downstream: 'http' } as const;
const NAMES = Object.keys(SERVICES) as (keyof typeof SERVICES)[];

/** Of services that the target asks, each has to be where it was to be started; of others there is none. */
function lackOfBackends(
  { target, address }: Extract<Command, { type: 'start-backends' }>,
  { backends }: BackendsResult,
): string | null {
  if (target.kind !== 'reference') return null;
  const absent = NAMES.filter((name) => target[name] && backends[name] === null);
  if (absent.length > 0) return `no address of its ${absent.join(' and ')}`;
  const unasked = NAMES.filter((name) => !target[name] && backends[name] !== null);
  if (unasked.length > 0) return `a ${unasked.join(' and a ')} that the run does not ask for`;
  const astray = NAMES.filter((name) => {
    const told = backends[name];
    return told !== null && !leadsTo(told, SERVICES[name], address);
  });
  return astray.length > 0 ? `a ${astray.join(' and a ')} elsewhere than at ${address}` : null;
}

/** `postgres://role@192.0.2.7:5432/postgres`, and nothing behind it: drivers take further hosts from a query. */
function leadsTo(told: string, scheme: string, address: string): boolean {
  const [, given, host = '', port] = /^([a-z]+):\/\/(?:\w+@)?(\[[\da-f:.]+\]|[\d.]+):(\d{1,5})\/\w*$/i.exec(told) ?? [];
  const [found, meant] = [parseIp(host.replace(/^\[|\]$/g, '')), parseIp(address)];
  if (given !== scheme || found === null || meant === null) return false;
  return Number(port) <= PORT_MOST && addressKey(found) === addressKey(meant);
}

/** The same outcome as a failure with this reason. Nothing else in it is trusted. */
export const asFailed = ({ commandId }: Pick<Outcome, 'commandId'>, failure: Failure): Outcome => ({
  commandId,
  status: 'failed',
  result: null,
  failure,
  command: [],
  artifacts: [],
});
