import type { LoadProfile, LoadTls } from '../../contract/load.ts';
import type { NegotiatedTls } from '../../contract/point.ts';
import type { RequestVariable } from '../../contract/requests.ts';
import type { Run } from '../../contract/run.ts';
import { formatExact, plural } from '../words/numbers.ts';

export const PROTOCOL_NAMES: Record<LoadProfile['protocol'], string> = { 'http/1.1': 'HTTP/1.1', h2: 'HTTP/2' };

/** 'certificate verified, full handshakes', 'any certificate, sessions resumed, asks for shop.example.org'. */
export function tlsText({ verify, resume, serverName }: LoadTls): string {
  const parts = [
    verify === 'any' ? 'any certificate' : 'certificate verified',
    resume ? 'sessions resumed' : 'full handshakes',
    serverName !== null && `asks for ${serverName}`,
  ];
  return parts.filter(Boolean).join(', ');
}

/** How requests travel, as far as it is not what runs do as a rule: 'HTTP/2, TLS, cookies, 1 request per connection'. */
export function transportText(
  load: Pick<LoadProfile, 'protocol' | 'tls' | 'cookies' | 'requestsPerConnection'>,
): string {
  const { protocol, tls, cookies, requestsPerConnection } = load;
  const parts = [
    protocol === 'h2' && PROTOCOL_NAMES.h2,
    tls && (tls.verify === 'any' ? 'TLS, any certificate' : 'TLS'),
    cookies && 'cookies',
    requestsPerConnection !== null && `${plural(requestsPerConnection, 'request')} per connection`,
  ];
  return parts.filter(Boolean).join(', ');
}

/** 'id counts from 1', 'item is 1 of 3 values at random'. */
export function variableText(variable: RequestVariable): string {
  const { name } = variable;
  if (variable.kind === 'counter') return `${name} counts from ${formatExact(variable.from)}`;
  if (variable.kind === 'random')
    return `${name} is random, ${formatExact(variable.least)} to ${formatExact(variable.most)}`;
  return `${name} is one of ${plural(variable.values.length, 'value')} ${variable.order}`;
}

/** 'TLS 1.3, TLS_AES_128_GCM_SHA256, X25519, ECDSA P-256, h2'. */
export function tlsAgreed({ version, cipher, group, certificateKey, applicationProtocol }: NegotiatedTls): string {
  return [version, cipher, group, certificateKey, applicationProtocol].filter(Boolean).join(', ');
}

/** Over all steps; null where none was measured by TLS, or the tool does not tell. */
export function tlsOfRun({ steps }: Pick<Run, 'steps'>): string | null {
  const texts = steps.flatMap(({ point }) => (point?.tls ? [tlsAgreed(point.tls)] : []));
  return [...new Set(texts)].sort().join('; ') || null;
}
