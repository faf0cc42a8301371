import type { RequestHeader } from '../../contract/requests.ts';
import type { RunSpec } from '../../contract/spec.ts';
import type { SpecFault } from '../spec/spec-fault.ts';

/** They say how a message is carried, which is for the load generator to say; HTTP/2 forbids them (RFC 9113, 8.2.2). */
const OF_TRANSPORT = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** What RFC 9110 lets stand in a message once. */
const ONCE = new Set([
  'authorization',
  'content-type',
  'host',
  'cookie',
  'user-agent',
  'referer',
  'origin',
  'if-match',
]);

/** Headers that cannot be sent, or not beside what else is asked. */
export function headerFaults(headers: RequestHeader[], at: string, { load }: RunSpec): SpecFault[] {
  const names = headers.map(({ name }) => name.toLowerCase());
  return names.flatMap((name, index) => {
    const path = `${at}.headers.${index}.name`;
    const written = headers[index]?.name ?? name;
    if (OF_TRANSPORT.has(name)) return [{ path, message: `${written} is the load generator's to send; leave it out.` }];
    if (ONCE.has(name) && names.indexOf(name) < index)
      return [{ path, message: `${written} is there twice but may be sent only once; keep one of them.` }];
    if (name === 'cookie' && load.cookies)
      return [{ path, message: 'Connections keep cookies of their own; leave this one out, or turn cookies off.' }];
    if (name === 'accept-encoding' && load.decompress)
      return [
        { path, message: 'Decompression asks for gzip by itself; leave this header out, or turn decompression off.' },
      ];
    return [];
  });
}
