import { describe, expect, it } from 'vitest';
import type { RequestSpec } from '../../contract/requests.ts';
import type { RunSpec } from '../../contract/spec.ts';
import { TOOL_MODES } from '../../contract/tools.ts';
import { keysOf } from '../../contract/words.ts';
import { FACTS, reference, specFor } from '../../testing/fake-agent.ts';
import { ABILITIES } from '../../testing/tool-abilities.ts';
import { plainGet } from '../requests/plain-request.ts';
import { askedModes, modeFaults } from './mode-check.ts';

const CLIENT = { name: 'cli', facts: FACTS };
const POST: RequestSpec = {
  ...plainGet('/orders'),
  method: 'POST',
  headers: [{ name: 'Authorization', value: null, secret: 'token' }],
  body: { kind: 'file', sha256: 'a'.repeat(64), sizeBytes: 5, fileName: 'order.json' },
  expect: { status: 201, bytes: null, sha256: null, contains: null },
};
const everything: RunSpec = {
  ...specFor('s', {
    tool: 'volley',
    protocol: 'h2',
    tls: { serverName: 'shop.example.org', verify: 'any', resume: true },
    cookies: true,
    requestsPerConnection: 1,
  }),
  target: reference({ tls: true }),
  requests: [plainGet('/simple'), POST],
  variables: [{ name: 'order', kind: 'counter', from: 1 }],
};

describe('the modes that a spec asks of its tool', () => {
  it('are none for plain GETs, whatever the agent', () => {
    expect(askedModes(specFor('s'))).toEqual([]);
    expect(modeFaults(specFor('s'), null, CLIENT)).toEqual([]);
  });

  it('are all that there are, each at the first field that asks for it', () => {
    const full = { serverName: null, verify: 'host', resume: false } as const;
    const other = askedModes({ ...everything, load: { ...everything.load, tls: full } });
    const asked = askedModes(everything);
    expect(new Set([...asked, ...other].map(({ mode }) => mode))).toEqual(new Set(keysOf(TOOL_MODES)));
    expect(asked).toContainEqual({ mode: 'secrets', path: 'spec.requests.1.headers.0.secret' });
    expect(asked).toContainEqual({ mode: 'tls-any', path: 'spec.load.tls.verify' });
  });

  it('are refused in the words of the driver, else by the age of the agent', () => {
    const refusals = [{ mode: 'h2', reason: 'wrk speaks HTTP/1.1 alone; choose volley' }];
    const abilities = { ...ABILITIES.wrk, modes: ['method', 'headers', 'body'], refusals };
    const spec = {
      ...specFor('s', { tool: 'wrk', protocol: 'h2', cookies: true }),
      requests: [{ ...POST, headers: [] }],
    };
    expect(modeFaults(spec, abilities, CLIENT)).toEqual([
      {
        path: 'spec.requests.0.body',
        message: 'The agent of cli is too old to tell whether its wrk sends files; update it there.',
      },
      {
        path: 'spec.requests.0.expect',
        message: 'The agent of cli is too old to tell whether its wrk checks what comes back; update it there.',
      },
      { path: 'spec.load.protocol', message: 'wrk speaks HTTP/1.1 alone; choose volley.' },
      {
        path: 'spec.load.cookies',
        message: 'The agent of cli is too old to tell whether its wrk keeps cookies; update it there.',
      },
    ]);
  });
});
