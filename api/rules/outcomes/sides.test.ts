import { expect, it } from 'vitest';
import type { NegotiatedTls } from '../../contract/point.ts';
import { samplePoint, sampleRun } from '../../testing/sample-run.ts';
import { compareRuns } from '../comparison/compare-runs.ts';

const AGREED: NegotiatedTls = {
  version: 'TLS 1.3',
  cipher: 'TLS_AES_128_GCM_SHA256',
  group: 'X25519',
  certificateKey: 'ECDSA P-256',
  applicationProtocol: 'h2',
  handshakes: 10,
  resumed: 0,
};
const run = (id: string, tls: NegotiatedTls | null) =>
  sampleRun({ id, points: [samplePoint({ tls }), samplePoint({ tls })] });

it.each<[string, Partial<NegotiatedTls>]>([
  ['version', { version: 'TLS 1.2' }],
  ['cipher', { cipher: 'TLS_CHACHA20_POLY1305_SHA256' }],
  ['group', { group: 'X25519MLKEM768' }],
  ['key of the certificate', { certificateKey: 'RSA 2048' }],
  ['protocol', { applicationProtocol: 'http/1.1' }],
])('another %s of TLS is another configuration, and the headline names it', (_, over) => {
  const [value = ''] = Object.values(over);
  const { sides, headline, because, warnings } = compareRuns([run('a', AGREED), run('b', { ...AGREED, ...over })], 'a');
  expect(sides).toHaveLength(2);
  expect(headline).toContain('TLS differs');
  expect(because).toContain(
    'Other TLS was negotiated (A: TLS 1.3, TLS_AES_128_GCM_SHA256, X25519, ECDSA P-256, h2; B: ',
  );
  expect(because).toContain(String(value));
  expect(warnings.map(({ code }) => code)).not.toContain('nothing-changed');
});

it('how many handshakes there were parts no runs, nor does a run whose TLS nobody saw', () => {
  const runs = [run('a', AGREED), run('b', { ...AGREED, handshakes: 11 }), run('c', null)];
  expect(compareRuns(runs, 'a').sides).toHaveLength(1);
  const apart = [run('a', null), run('b', AGREED), run('c', { ...AGREED, version: 'TLS 1.2' })];
  expect(compareRuns(apart, 'a').sides).toHaveLength(2);
});
