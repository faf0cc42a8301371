import type { RequestSpec } from '../../contract/requests.ts';

/** A request that has only a method, a path and a weight. */
export const PLAIN_REQUEST = {
  headers: [],
  body: null,
  expect: { status: null, bytes: null, sha256: null, contains: null },
} satisfies Partial<RequestSpec>;

export const plainGet = (path: string, weight = 1): RequestSpec => ({
  method: 'GET',
  path,
  weight,
  ...structuredClone(PLAIN_REQUEST),
});
