import type { Run } from '../../contract/run.ts';
import { exactly, type Reading, reading, type SpecSetting } from '../comparison/setting-reader.ts';
import { asSent, bodyIdentity, expectText, headerText, requestName } from './request-words.ts';
import { PROTOCOL_NAMES, tlsText, variableText } from './transport-words.ts';

type Spec = Run['spec'];
type Request = Extract<Spec, { requests: { headers: unknown }[] }>['requests'][number];

/**
 * One part of all requests, with their names if there are several, compared by `exact`. Null for an imported run, and
 * if no request has it.
 */
function ofRequests(
  part: (request: Request) => string | null,
  exact: (request: Request) => unknown,
): (spec: Spec) => Reading | null {
  return (spec) => {
    if (spec.specVersion === 0) return null;
    const names = spec.requests.map(requestName);
    const told = spec.requests.flatMap((request, at) => {
      const text = part(request);
      if (text === null) return [];
      if (names.length === 1) return [text];
      const namesake = names.some((name, other) => other !== at && name === names[at]);
      return [`${names[at]}${namesake ? ` (request ${at + 1})` : ''}: ${text}`];
    });
    if (told.length === 0) return exactly('none', 'none');
    return exactly(
      spec.requests.map((request) => (part(request) === null ? null : exact(request))),
      told.join('; '),
    );
  };
}

const ofAgents =
  (read: (spec: Exclude<Spec, { specVersion: 0 }>) => Reading | null) =>
  (spec: Spec): Reading | null =>
    spec.specVersion === 0 ? null : read(spec);

/** What requests hold beside method and path, and how they travel: shown where it differs. */
export const REQUEST_SETTINGS = {
  'spec.requests.headers': {
    group: 'target',
    label: 'headers',
    read: ofRequests(
      ({ headers }) => (headers.length === 0 ? null : headers.map(headerText).join(', ')),
      ({ headers }) => headers.map(({ name, value, secret }) => [name, value, secret]),
    ),
    onlyDifferent: true,
  },
  'spec.requests.body': {
    group: 'target',
    label: 'bodies',
    read: ofRequests(
      (request) => (request.body ? bodyIdentity(request) : null),
      ({ body }) => body && asSent(body),
    ),
    onlyDifferent: true,
  },
  'spec.requests.expect': {
    group: 'target',
    label: 'answers expected',
    read: ofRequests(
      ({ expect }) => expectText(expect),
      ({ expect: { status, bytes, sha256, contains } }) => [status, bytes, sha256, contains],
    ),
    onlyDifferent: true,
  },
  'spec.variables': {
    group: 'target',
    label: 'variables',
    read: ofAgents(({ variables }) => exactly(variables, variables.map(variableText).join(', ') || 'none')),
    onlyDifferent: true,
  },
  'spec.seed': {
    group: 'target',
    label: 'seed of the variables',
    read: ofAgents(({ seed, variables }) => reading(variables.length === 0 ? 'none' : seed)),
    onlyDifferent: true,
  },
  'spec.target.tls': {
    group: 'target',
    label: 'TLS of the target',
    read: ({ target }) => ('tls' in target ? reading(target.tls ? 'on' : 'off') : null),
    onlyDifferent: true,
  },
} as const satisfies Record<string, SpecSetting>;

/** Ways of the load. */
export const TRANSPORT_SETTINGS = {
  'spec.load.protocol': {
    group: 'load',
    label: 'protocol',
    read: ofAgents(({ load }) => reading(PROTOCOL_NAMES[load.protocol])),
    onlyDifferent: true,
  },
  'spec.load.tls': {
    group: 'load',
    label: 'TLS',
    read: ofAgents(({ load }) =>
      exactly(
        load.tls && [load.tls.verify, load.tls.resume, load.tls.serverName],
        load.tls ? tlsText(load.tls) : 'none',
      ),
    ),
    onlyDifferent: true,
  },
  'spec.load.cookies': {
    group: 'load',
    label: 'cookies',
    read: ofAgents(({ load }) => reading(load.cookies ? 'kept by each connection' : 'none')),
    onlyDifferent: true,
  },
  'spec.load.requestsPerConnection': {
    group: 'load',
    label: 'requests per connection',
    read: ofAgents(({ load }) => reading(load.requestsPerConnection ?? 'as many as come')),
    onlyDifferent: true,
  },
} as const satisfies Record<string, SpecSetting>;
