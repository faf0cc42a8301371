import type { ToolAbilities } from '../../contract/load.ts';
import type { RunSpec } from '../../contract/spec.ts';
import { TOOL_MODES, type ToolMode } from '../../contract/tools.ts';
import { asSentence } from '../words/text.ts';
import type { SpecFault } from './spec-fault.ts';
import type { NamedHost } from './target-address.ts';

interface AskedMode {
  mode: ToolMode;
  path: string;
}

/** What a spec asks of its load generator beyond plain GETs over HTTP/1.1, each with the first field that asks for it. */
export function askedModes(spec: RunSpec): AskedMode[] {
  const asked: AskedMode[] = [...spec.requests.flatMap(modesOfRequest), ...modesOfLoad(spec.load)];
  if (spec.variables.length > 0) asked.push({ mode: 'variables', path: 'spec.variables' });
  return asked.filter(({ mode }, index) => asked.findIndex((other) => other.mode === mode) === index);
}

function modesOfRequest({ method, headers, body, expect }: RunSpec['requests'][number], index: number): AskedMode[] {
  const at = `spec.requests.${index}`;
  const secret = headers.findIndex((header) => header.secret !== null);
  return [
    ...when(method !== 'GET', 'method', `${at}.method`),
    ...when(headers.length > 0, 'headers', `${at}.headers`),
    ...when(secret >= 0, 'secrets', `${at}.headers.${secret}.secret`),
    ...when(body !== null, 'body', `${at}.body`),
    ...when(body?.kind === 'file', 'body-file', `${at}.body`),
    ...when(
      Object.values(expect).some((value) => value !== null),
      'expect',
      `${at}.expect`,
    ),
  ];
}

function modesOfLoad({ protocol, tls, cookies, requestsPerConnection }: RunSpec['load']): AskedMode[] {
  return [
    ...when(protocol === 'h2', 'h2', 'spec.load.protocol'),
    ...when(tls !== null, 'tls', 'spec.load.tls'),
    ...when(tls !== null && tls.serverName !== null, 'tls-server-name', 'spec.load.tls.serverName'),
    ...when(tls?.verify === 'any', 'tls-any', 'spec.load.tls.verify'),
    ...when(tls?.verify === 'host', 'tls-host', 'spec.load.tls.verify'),
    ...when(tls?.resume === true, 'tls-resume', 'spec.load.tls.resume'),
    ...when(tls?.resume === false, 'tls-no-resume', 'spec.load.tls.resume'),
    ...when(cookies, 'cookies', 'spec.load.cookies'),
    ...when(requestsPerConnection !== null, 'requests-per-connection', 'spec.load.requestsPerConnection'),
  ];
}

const when = (asked: boolean, mode: ToolMode, path: string): AskedMode[] => (asked ? [{ mode, path }] : []);

/**
 * What of it the tool of a client cannot do: in the words of its driver, else that its agent is older than the mode. An older
 * agent would leave out what it does not know, and send other requests than were asked.
 */
export function modeFaults(spec: RunSpec, abilities: ToolAbilities | null, { name }: NamedHost): SpecFault[] {
  const able = new Set(abilities?.modes ?? []);
  return askedModes(spec).flatMap(({ mode, path }) => {
    if (able.has(mode)) return [];
    const reason = abilities?.refusals.find((refusal) => refusal.mode === mode)?.reason;
    const old = `The agent of ${name} is too old to tell whether its ${spec.load.tool} ${TOOL_MODES[mode]}; update it there.`;
    return [{ path, message: reason ? asSentence(reason) : old }];
  });
}
