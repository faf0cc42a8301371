import type { RequestSpec } from '../../contract/requests.ts';

export interface ReferenceRoute {
  path: string;
  /** What it costs, in a line. */
  about: string;
  /** Bytes of one answer, headers included, rounded down, without what TCP and IP add. */
  bytes: number;
  /** What it asks, which the target has to have. */
  needs?: 'database' | 'cache' | 'downstream';
}

/** Routes of the reference server that answer with work. */
export const REFERENCE_ROUTES: ReferenceRoute[] = [
  { path: '/simple', about: '16 bytes, nothing allocated: what the framework and the kernel cost', bytes: 110 },
  { path: '/read', about: 'one of 500 ready-made products of about 4.5 KB: what moving bytes costs', bytes: 4500 },
  { path: '/read-gz', about: 'the same product, compressed at start: fewer bytes, not less work', bytes: 1800 },
  { path: '/list', about: '20 to 30 products, about 115 KB: what many packets for one answer cost', bytes: 100_000 },
  { path: '/compute', about: '100 products sorted and summed up for each request: what CPU work costs', bytes: 1000 },
  {
    path: '/db-read',
    about: 'a row by its primary key: what a round trip to a database costs',
    bytes: 230,
    needs: 'database',
  },
  {
    path: '/db-write',
    about: 'a row inserted and committed: what a flush to disk costs',
    bytes: 120,
    needs: 'database',
  },
  {
    path: '/db-query',
    about: '1,000 rows of an index summed up: what the database’s CPU costs',
    bytes: 150,
    needs: 'database',
  },
  {
    path: '/cache-read',
    about: 'a key of a cache: what a round trip to memory elsewhere costs',
    bytes: 230,
    needs: 'cache',
  },
  {
    path: '/downstream',
    about: 'a call of another server, with timeout and retries: what failures of others cost',
    bytes: 130,
    needs: 'downstream',
  },
];

/** The route that answers a path, whatever its query. */
export const routeOf = (path: string): ReferenceRoute | undefined =>
  REFERENCE_ROUTES.find((route) => route.path === path.split('?')[0]);

/** Bytes of an average answer of the mix; null where a route is not the reference server's. */
export function meanBytes(requests: Pick<RequestSpec, 'path' | 'weight'>[]): number | null {
  let weights = 0;
  let bytes = 0;
  for (const { path, weight } of requests) {
    const route = routeOf(path);
    if (!route) return null;
    weights += weight;
    bytes += weight * route.bytes;
  }
  return weights === 0 ? null : bytes / weights;
}
