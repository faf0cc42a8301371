import type { RunSpec } from '../../contract/spec.ts';
import type { ReferenceTarget } from '../../contract/target.ts';
import { PLAIN_REQUEST } from '../requests/plain-request.ts';
import type { Stored } from '../run/lift.ts';
import { NO_TUNING } from '../tuning/setting-words.ts';

/** How requests travel where nothing was asked: HTTP/1.1 in the clear, over connections that stay. */
export const PLAIN_LOAD = {
  protocol: 'http/1.1',
  tls: null,
  cookies: false,
  requestsPerConnection: null,
} satisfies Partial<RunSpec['load']>;

/** A server that answers from memory alone. */
export const NO_BACKENDS = { database: null, cache: null, downstream: null } satisfies Partial<ReferenceTarget>;

/** What the target asks is on its own host. */
export const NO_BACKEND_HOST = { backend: null } satisfies Partial<RunSpec>;

export const NO_VARIABLES = { variables: [], seed: 0 } satisfies Partial<RunSpec>;

/**
 * Fields of a spec that came later than version 4, by the part that has them, and what they are where a stored spec lacks
 * them: not asked for. A new one takes a line here and no new version.
 */
const LATER: { of: (spec: Stored) => unknown[]; fields: Stored }[] = [
  { of: (spec) => [spec], fields: NO_VARIABLES },
  { of: (spec) => [spec], fields: NO_BACKEND_HOST },
  { of: ({ target }) => ((target as Stored).kind === 'external' ? [] : [target]), fields: { tls: false } },
  { of: ({ target }) => ((target as Stored).kind === 'reference' ? [target] : []), fields: NO_BACKENDS },
  {
    of: ({ target }) => ((target as Stored).kind === 'named' ? [target] : []),
    fields: { parameters: [], revision: null },
  },
  { of: ({ requests }) => requests as unknown[], fields: PLAIN_REQUEST },
  { of: ({ load }) => [load], fields: PLAIN_LOAD },
];

/** A stored spec of version 4 or later, with every field of today. */
export function withLaterFields(spec: Stored): Stored {
  const whole = structuredClone(spec);
  for (const { of, fields } of LATER) for (const part of of(whole)) fillIn(part as Stored, fields);
  return whole;
}

/** The same for settings of hosts: a setting that was added later was not requested. */
export function withEverySetting(spec: Stored): Stored {
  const whole = structuredClone(spec);
  const { server, clients } = whole.tuning as Record<'server' | 'clients', Stored | null>;
  for (const host of [server, clients]) if (host) fillIn(host, NO_TUNING);
  return whole;
}

function fillIn(part: Stored, fields: Stored): void {
  for (const [name, value] of Object.entries(fields)) if (!(name in part)) part[name] = structuredClone(value);
}
