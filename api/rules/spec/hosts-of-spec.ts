import type { KeptSpec } from '../../contract/spec.ts';

/** Each once. */
export const hostIdsOf = ({ server, clients, backend }: KeptSpec): string[] => [
  ...new Set([
    ...(server ? [server.hostId] : []),
    ...clients.map((client) => client.hostId),
    ...(backend ? [backend.hostId] : []),
  ]),
];
