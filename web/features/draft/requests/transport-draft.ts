import { LOAD_LIMITS, SERVER_NAME } from '@contract/limits';
import type { LoadProfile } from '@contract/load';
import type { Reading } from '@/features/draft/field-reading';

type Transport = Pick<LoadProfile, 'protocol' | 'tls' | 'cookies' | 'requestsPerConnection'>;

/** How requests travel, as typed. What is said of TLS is kept, and not asked for, while the target speaks none. */
export interface TransportDraft {
  protocol: LoadProfile['protocol'];
  serverName: string;
  verify: 'host' | 'any';
  resume: boolean;
  cookies: boolean;
  requestsPerConnection: string;
}

export const emptyTransport = (): TransportDraft => ({
  protocol: 'http/1.1',
  serverName: '',
  verify: 'host',
  resume: false,
  cookies: false,
  requestsPerConnection: '',
});

export const transportDraftOf = ({ protocol, tls, cookies, requestsPerConnection }: Transport): TransportDraft => ({
  ...emptyTransport(),
  protocol,
  ...(tls && { serverName: tls.serverName ?? '', verify: tls.verify, resume: tls.resume }),
  cookies,
  requestsPerConnection: requestsPerConnection === null ? '' : String(requestsPerConnection),
});

export function readTransport(read: Reading, draft: TransportDraft, tls: boolean): Transport {
  const { protocol, verify, resume, cookies } = draft;
  const serverName = draft.serverName.trim();
  if (tls && serverName !== '' && !SERVER_NAME.test(serverName))
    read.errors['transport.serverName'] = 'A host name such as shop.example.org, and no address.';
  return {
    protocol,
    tls: tls ? { serverName: serverName || null, verify, resume } : null,
    cookies,
    requestsPerConnection: read.optional(
      'transport.requestsPerConnection',
      draft.requestsPerConnection,
      ...LOAD_LIMITS.requestsPerConnection,
    ),
  };
}
