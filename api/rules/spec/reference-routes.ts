import type { RequestSpec } from '../../contract/target.ts';

export interface ReferenceRoute {
  path: string;
  /** What it costs, in a line. */
  about: string;
  /** Bytes of one answer, headers included, rounded down, without what TCP and IP add. */
  bytes: number;
}

/** Routes of the reference server that answer with work. */
export const REFERENCE_ROUTES: ReferenceRoute[] = [
  { path: '/simple', about: '16 bytes, nothing allocated: what the framework and the kernel cost', bytes: 110 },
  { path: '/read', about: 'one of 500 ready-made products of about 4.5 KB: what moving bytes costs', bytes: 4500 },
  { path: '/read-gz', about: 'the same product, compressed at start: fewer bytes, not less work', bytes: 1800 },
  { path: '/list', about: '20 to 30 products, about 115 KB: what many packets for one answer cost', bytes: 100_000 },
  { path: '/compute', about: '100 products sorted and summed up for each request: what CPU work costs', bytes: 1000 },
];

/** Bytes of an average answer of the mix; null where a route is not the reference server's. */
export function meanBytes(requests: RequestSpec[]): number | null {
  let weights = 0;
  let bytes = 0;
  for (const { path, weight } of requests) {
    const route = REFERENCE_ROUTES.find((one) => one.path === path);
    if (!route) return null;
    weights += weight;
    bytes += weight * route.bytes;
  }
  return weights === 0 ? null : bytes / weights;
}
