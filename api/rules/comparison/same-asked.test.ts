import { expect, it } from 'vitest';
import type { RequestSpec } from '../../contract/requests.ts';
import type { RunSpec } from '../../contract/spec.ts';
import { hashOf } from '../../testing/sample-identity.ts';
import { sampleRun } from '../../testing/sample-run.ts';
import { plainGet } from '../requests/plain-request.ts';
import { compareRuns } from './compare-runs.ts';

const SHA = 'ab12cd34'.padEnd(64, '0');
const get = (over: Partial<RequestSpec> = {}): RequestSpec => ({ ...plainGet('/a'), ...over });
const post = (weight: number, headers: RequestSpec['headers'] = []): RequestSpec => ({
  ...plainGet('/orders', weight),
  method: 'POST',
  headers,
});
const expects = (over: Partial<RequestSpec['expect']>): RequestSpec[] => [
  get({ expect: { ...get().expect, ...over } }),
];
const header = (name: string, value: string | null, secret: string | null = null) => ({ name, value, secret });
const file = (fileName: string, sha256 = SHA): RequestSpec[] => [
  get({ method: 'PUT', body: { kind: 'file', sha256, sizeBytes: 9, fileName } }),
];

const compared = (a: Partial<RunSpec>, b: Partial<RunSpec>) =>
  compareRuns([sampleRun({ id: 'a', spec: a }), sampleRun({ id: 'b', spec: b })], 'a');

it.each<[string, RequestSpec[], RequestSpec[]]>([
  [
    'what an answer contains after 24 characters',
    expects({ contains: `${'x'.repeat(30)}1` }),
    expects({ contains: `${'x'.repeat(30)}2` }),
  ],
  ['a length that is rounded', expects({ bytes: 104_210 }), expects({ bytes: 104_190 })],
  ['the end of a hash', expects({ sha256: SHA }), expects({ sha256: `${SHA.slice(0, 63)}1` })],
  ['the end of the hash of a body', file('a.bin'), file('a.bin', `${SHA.slice(0, 63)}1`)],
  [
    'a secret and a value that reads like one',
    [get({ headers: [header('X', 'secret token')] })],
    [get({ headers: [header('X', null, 'token')] })],
  ],
  [
    'two headers and one that reads like two',
    [get({ headers: [header('A', 'x'), header('B', 'y')] })],
    [get({ headers: [header('A', 'x, B: y')] })],
  ],
  [
    'which of two requests of one name has a header',
    [post(1, [header('A', 'x')]), post(3)],
    [post(1), post(3, [header('A', 'x')])],
  ],
  ['a share that is rounded', [get({ weight: 1000 }), post(1)], [get({ weight: 999 }), post(1)]],
])('%s is a difference', (_, a, b) => {
  const { sides, settings, warnings } = compared({ requests: a }, { requests: b });
  expect(sides).toHaveLength(2);
  expect(settings.filter(({ same, values }) => !same && values[0] !== values[1])).toHaveLength(1);
  expect(warnings.map(({ code }) => code)).not.toContain('nothing-changed');
});

it.each<[string, Partial<RunSpec>, Partial<RunSpec>]>([
  ['the name of a file', { requests: file('a.bin') }, { requests: file('b.bin') }],
  ['a seed that nothing is drawn by', { seed: 1 }, { seed: 2 }],
])('%s is none', (_, a, b) => {
  const { sides, settings } = compared(a, b);
  expect(sides).toHaveLength(1);
  expect(settings.filter(({ same }) => !same)).toEqual([]);
});

it('says nothing of sameness where what was asked differs in what no row shows', () => {
  const target = { ...sampleRun({ id: 'x' }).spec.target, address: hashOf('x') } as never;
  const { warnings } = compared({}, { target });
  expect(warnings.map(({ code }) => code)).not.toContain('nothing-changed');
});

it('is not known to be the same where a secret was sent, as values of secrets are not compared', () => {
  const sent = { requests: [get({ headers: [header('Authorization', null, 'token')] })] };
  const { headline, warnings, settings } = compared(sent, sent);
  expect(headline).toBe('Not known to be the same: Value of secret token was not read in every run.');
  expect(warnings.map(({ code }) => code)).not.toContain('nothing-changed');
  expect(settings.find(({ path }) => path === 'secrets.token')).toMatchObject({ values: [null, null], same: false });
});
