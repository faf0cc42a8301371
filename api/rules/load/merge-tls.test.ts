import { expect, it } from 'vitest';
import type { NegotiatedTls } from '../../contract/point.ts';
import { loadResult } from '../../testing/fake-agent.ts';
import { mergedTls } from './merge-tls.ts';

const TLS: NegotiatedTls = {
  version: 'TLS 1.3',
  cipher: 'TLS_AES_128_GCM_SHA256',
  group: 'X25519',
  certificateKey: 'ECDSA P-256',
  applicationProtocol: null,
  handshakes: 10,
  resumed: 3,
};
const of = (...told: (NegotiatedTls | null)[]) => mergedTls(told.map((tls) => loadResult(0, { tls })));

it('what all clients agreed on stands once, what differs side by side, and handshakes are added up', () => {
  expect(of(TLS)).toEqual(TLS);
  expect(of(TLS, { ...TLS, cipher: 'TLS_CHACHA20_POLY1305_SHA256', handshakes: 1, resumed: 0 })).toEqual({
    ...TLS,
    cipher: 'TLS_AES_128_GCM_SHA256, TLS_CHACHA20_POLY1305_SHA256',
    handshakes: 11,
    resumed: 3,
  });
});

it('what one client does not tell is not known of all', () => {
  expect(of(TLS, null)).toBeNull();
  expect(of(null)).toBeNull();
  expect(of(TLS, { ...TLS, resumed: null, group: null })).toEqual({
    ...TLS,
    handshakes: 20,
    resumed: null,
    group: null,
  });
});
