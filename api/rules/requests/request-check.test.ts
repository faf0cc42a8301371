import { describe, expect, it } from 'vitest';
import type { RequestSpec, RequestVariable } from '../../contract/requests.ts';
import type { RunSpec } from '../../contract/spec.ts';
import { specFor } from '../../testing/fake-agent.ts';
import { plainGet } from './plain-request.ts';
import { requestFaults } from './request-check.ts';

const POST: RequestSpec = {
  ...plainGet('/orders/{{id}}'),
  method: 'POST',
  headers: [{ name: 'Content-Type', value: 'application/json', secret: null }],
  body: { kind: 'text', text: '{"item":"{{item}}"}' },
};
const VARIABLES: RequestVariable[] = [
  { name: 'id', kind: 'counter', from: 1 },
  { name: 'item', kind: 'sample', values: ['a b', 'c'], order: 'in turn' },
];
const faults = (requests: RequestSpec[], over: Partial<RunSpec> = {}) =>
  requestFaults({
    ...specFor('s'),
    target: { kind: 'listening', port: 8080, tls: false },
    requests,
    variables: VARIABLES,
    ...over,
  }).map(({ path, message }) => `${path}: ${message}`);
const header = (name: string, value = 'x') => ({ name, value, secret: null });
const load = (over: Partial<RunSpec['load']>) => ({ load: specFor('s', over).load });

it('a request with headers, a body and variables has no fault', () => {
  expect(faults([POST])).toEqual([]);
  expect(faults([plainGet('/a'), { ...plainGet('/a'), method: 'DELETE' }], { variables: [] })).toEqual([]);
});

describe('headers', () => {
  const with_ = (...headers: RequestSpec['headers']) => [{ ...plainGet('/'), headers }];
  const none = { variables: [] };

  it('that say how a message is carried are the tool’s', () => {
    expect(faults(with_(header('Transfer-encoding')), none)).toEqual([
      "spec.requests.0.headers.0.name: Transfer-encoding is the load generator's to send; leave it out.",
    ]);
  });

  it('that may be sent once stand there once, others as often as asked', () => {
    expect(faults(with_(header('Accept'), header('Accept')), none)).toEqual([]);
    expect(faults(with_(header('Host'), header('host')), none)).toEqual([
      'spec.requests.0.headers.1.name: host is there twice but may be sent only once; keep one of them.',
    ]);
  });

  it('do not contradict what the load asks', () => {
    const both = with_(header('Cookie'), header('Accept-Encoding', 'br'));
    expect(faults(both, { ...none, ...load({ cookies: true, decompress: true }) })).toEqual([
      expect.stringContaining('headers.0.name: Connections keep cookies of their own'),
      expect.stringContaining('headers.1.name: Decompression asks for gzip by itself'),
    ]);
    expect(faults(both, none)).toEqual([]);
  });
});

describe('variables', () => {
  it('are there, used, and named once', () => {
    expect(faults([POST], { variables: VARIABLES.slice(1) })).toEqual([
      'spec.requests.0.path: {{id}} names no variable; add one of that name, or correct it.',
    ]);
    const [id] = VARIABLES;
    expect(
      faults([POST], { variables: [...VARIABLES, ...(id ? [id] : []), { name: 'spare', kind: 'counter', from: 0 }] }),
    ).toEqual([
      'spec.variables.2.name: id is there already; give each variable a name.',
      'spec.variables.3.name: No request holds {{spare}}; put it into one, or leave it out.',
    ]);
  });

  it('have no value that cannot stand where they do', () => {
    const path = { ...plainGet('/{{item}}'), headers: [header('X-Item', '{{item}}')] };
    expect(faults([path], { variables: VARIABLES.slice(1) })).toEqual([
      expect.stringContaining('spec.requests.0.path: A value of {{item}}, "a b", cannot stand in a path'),
    ]);
    const lines: RequestVariable = { name: 'item', kind: 'sample', values: ['a\nb'], order: 'at random' };
    expect(faults([{ ...path, path: '/' }], { variables: [lines] })).toEqual([
      expect.stringContaining(
        'spec.requests.0.headers.0.value: A value of {{item}}, "a\\nb", cannot stand in a header',
      ),
    ]);
  });
});

describe('bodies', () => {
  it('do not go with HEAD, nor does what is expected of one', () => {
    const head: RequestSpec = {
      ...POST,
      method: 'HEAD',
      expect: { status: null, bytes: null, sha256: null, contains: 'x' },
    };
    expect(faults([head])).toEqual([
      expect.stringContaining('spec.requests.0.body: HEAD sends no body'),
      expect.stringContaining('spec.requests.0.expect: An answer to HEAD has no body'),
    ]);
  });

  it('are counted in bytes, of all requests together too', () => {
    const large = (text: string, path = '/'): RequestSpec => ({
      ...plainGet(path),
      method: 'PUT',
      body: { kind: 'text', text },
    });
    expect(faults([large('é'.repeat(40_000))], { variables: [] })).toEqual([
      expect.stringContaining(
        'spec.requests.0.body: 80,000 bytes are too many for a body that stands here (at most 65,536)',
      ),
    ]);
    const many = Array.from({ length: 5 }, (_, index) => large('x'.repeat(60_000), `/${index}`));
    expect(faults(many, { variables: [] })).toEqual([
      expect.stringContaining('spec.requests: All requests and variables'),
    ]);
  });
});

describe('the reference server', () => {
  const of = (request: RequestSpec) => faults([request], { target: specFor('s').target, variables: [] });

  it('answers its routes with any query, and GET alone', () => {
    expect(of(plainGet('/read?page=2'))).toEqual([]);
    expect(of(plainGet('/orders'))).toEqual([expect.stringContaining('The reference server has no route /orders')]);
    expect(of({ ...plainGet('/read'), method: 'PUT' })).toEqual([
      expect.stringContaining('spec.requests.0.method: The reference server answers only GET'),
    ]);
  });
});

it('the same request twice is one with the weight of both, whatever its weight', () => {
  expect(faults([POST, { ...POST, weight: 7 }])).toEqual([
    'spec.requests.1.path: POST /orders/{{id}} is asked for twice; give one request the weight of both.',
  ]);
});

describe('texts that are filled in', () => {
  const sample: RequestVariable = { name: 'v', kind: 'sample', values: ['y', 'x'.repeat(1000)], order: 'in turn' };
  const over = { variables: [sample] };
  it.each<[string, RequestSpec]>([
    ['path', plainGet(`/${'{{v}}'.repeat(9)}`)],
    ['headers.0.value', { ...plainGet('/'), headers: [header('X', '{{v}}'.repeat(9))] }],
  ])('are at most 8 KiB with the longest values: %s', (where, request) => {
    expect(faults([request], over)).toEqual([
      expect.stringMatching(`^spec.requests.0.${where}: With the longest values of its variables it takes 9,00`),
    ]);
  });
  it('may be long as bodies', () => {
    const body = (many: number): RequestSpec['body'] => ({ kind: 'text', text: '{{v}}'.repeat(many) });
    expect(faults([{ ...plainGet('/'), method: 'POST', body: body(9) }], over)).toEqual([]);
    expect(faults([{ ...plainGet('/'), method: 'POST', body: body(9000) }], over)).toEqual([
      expect.stringContaining('spec.requests.0.body.text: With the longest values of its variables it takes 9,000,000'),
    ]);
  });
  it('hold no number that is longer than it seems', () => {
    const counter: RequestVariable = { name: 'v', kind: 'counter', from: 1 };
    expect(faults([plainGet(`/${'{{v}}'.repeat(300)}`)], { variables: [counter] })).toEqual([]);
    expect(
      faults([{ ...plainGet('/'), headers: [header('X', '{{v}}'.repeat(600))] }], { variables: [counter] }),
    ).toEqual([expect.stringContaining('it takes 9,600 bytes')]);
  });
});

it('no answer has a status that only comes before one', () => {
  const expecting = (status: number): RequestSpec => ({
    ...plainGet('/'),
    expect: { ...plainGet('/').expect, status },
  });
  expect(faults([expecting(103)], { variables: [] })).toEqual([
    'spec.requests.0.expect.status: An answer with the status 103 is only provisional; expect a status from 200 on.',
  ]);
  expect(faults([expecting(304)], { variables: [] })).toEqual([]);
});
