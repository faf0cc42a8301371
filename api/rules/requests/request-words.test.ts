import { expect, it } from 'vitest';
import type { RequestSpec } from '../../contract/requests.ts';
import { sampleRun } from '../../testing/sample-run.ts';
import { compareSettings } from '../comparison/compare-settings.ts';
import { plainGet } from './plain-request.ts';
import { bodyIdentity, requestBesides } from './request-words.ts';
import { transportText } from './transport-words.ts';

const POST: RequestSpec = {
  ...plainGet('/orders'),
  method: 'POST',
  headers: [
    { name: 'content-type', value: 'application/json; charset=utf-8', secret: null },
    { name: 'Authorization', value: null, secret: 'shop-token' },
  ],
  body: { kind: 'text', text: `{"item":"é"}${' '.repeat(299)}` },
  expect: { status: 201, bytes: null, sha256: null, contains: '"id"' },
};

it('a request is told in a line', () => {
  expect(requestBesides(plainGet('/simple'))).toBe('');
  expect(requestBesides(POST)).toBe('JSON 312 B · 2 headers · expects 201, "\\"id\\""');
  expect(requestBesides({ ...POST, body: { kind: 'base64', base64: 'AAEC/w==' }, headers: [] })).toContain('bytes 4 B');
});

it('bodies that look alike are told apart by what they hash to', () => {
  const other: RequestSpec = { ...POST, body: { kind: 'text', text: `{"item":"è"}${' '.repeat(299)}` } };
  expect(bodyIdentity(POST)).toMatch(/^JSON 312 B, SHA-256 [0-9a-f]{8}$/);
  expect(bodyIdentity(other)).not.toBe(bodyIdentity(POST));
  const [row] = compareSettings(
    [sampleRun({ id: 'a', spec: { requests: [POST] } }), sampleRun({ id: 'b', spec: { requests: [other] } })],
    [],
  ).filter(({ same }) => !same);
  expect(row).toMatchObject({ path: 'spec.requests.body', label: 'Bodies', group: 'target' });
});

it('how requests travel is told as far as it is not the usual way', () => {
  const plain = { protocol: 'http/1.1', tls: null, cookies: false, requestsPerConnection: null } as const;
  expect(transportText(plain)).toBe('');
  const tls = { serverName: null, verify: 'any', resume: false } as const;
  expect(transportText({ protocol: 'h2', tls, cookies: true, requestsPerConnection: 1 })).toBe(
    'HTTP/2, TLS, any certificate, cookies, 1 request per connection',
  );
});
