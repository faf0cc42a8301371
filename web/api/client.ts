import { signInPath } from '../lib/next-path';
import { ApiError, problemOf, unreachable } from './problem';
import type { paths } from './schema.gen';

type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete';
type Json<R> = R extends { content: { 'application/json': infer T } } ? T : never;
type PathsWith<V extends Verb> = {
  [P in keyof paths]: paths[P][V] extends { responses: unknown } ? P : never;
}[keyof paths];
type Reply<Op> = Op extends { responses: infer R }
  ? [keyof R & (200 | 201)] extends [never]
    ? undefined
    : Json<R[keyof R & (200 | 201)]>
  : never;
type Body<Op> = Op extends { requestBody: { content: { 'application/json': infer T } } } ? T : undefined;
type Query<Op> = Op extends { parameters: { query?: infer Q } } ? Exclude<Q, undefined> : never;

interface Options {
  path?: Record<string, string>;
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** Answer a 401 with an error instead of sending the browser to sign in. */
  stay?: boolean;
}

export function get<P extends PathsWith<'get'>>(
  route: P,
  options: Options & { query?: Query<paths[P]['get']> } = {},
): Promise<Reply<paths[P]['get']>> {
  return request('GET', address(route, options.path, options.query), undefined, options);
}

export function post<P extends PathsWith<'post'>>(
  route: P,
  body: Body<paths[P]['post']>,
  options: Options = {},
): Promise<Reply<paths[P]['post']>> {
  return request('POST', address(route, options.path), body ?? {}, options);
}

export function patch<P extends PathsWith<'patch'>>(
  route: P,
  body: Body<paths[P]['patch']>,
  options: Options = {},
): Promise<Reply<paths[P]['patch']>> {
  return request('PATCH', address(route, options.path), body, options);
}

export function put<P extends PathsWith<'put'>>(
  route: P,
  body: Body<paths[P]['put']>,
  options: Options = {},
): Promise<Reply<paths[P]['put']>> {
  return request('PUT', address(route, options.path), body, options);
}

export function remove<P extends PathsWith<'delete'>>(
  route: P,
  options: Options = {},
): Promise<Reply<paths[P]['delete']>> {
  return request('DELETE', address(route, options.path), undefined, options);
}

/** A file that the API makes, with the name that it gives it. */
export async function getFile<P extends PathsWith<'get'>>(
  route: P,
  options: Options & { query?: Query<paths[P]['get']> } = {},
): Promise<{ name: string | null; content: Blob }> {
  const response = await send('GET', address(route, options.path, options.query), undefined, options);
  return { name: fileNameOf(response.headers.get('content-disposition')), content: await response.blob() };
}

/** Of `attachment; filename="run.csv"`. */
const fileNameOf = (disposition: string | null): string | null =>
  /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1] ?? null;

function address(route: string, path: Record<string, string> = {}, query: Record<string, unknown> = {}): string {
  const filled = route.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) search.append(name, String(one));
  }
  return search.size > 0 ? `${filled}?${search}` : filled;
}

async function request<T>(method: Uppercase<Verb>, url: string, body: unknown, options: Options): Promise<T> {
  let response = await send(method, url, body, options);
  for (let place = underWay(response); place; place = underWay(response)) {
    response = await send('GET', place, undefined, options);
  }
  if (response.status === 204) return undefined as T;
  return (await response.json().catch(() => {
    throw new ApiError(response.status, { detail: 'The server answered with something that is not JSON.' });
  })) as T;
}

/** Where to ask for what is worked on still. */
const underWay = (response: Response): string | null =>
  response.status === 202 ? response.headers.get('location') : null;

/** An answer that is none of an error. */
async function send(method: Uppercase<Verb>, url: string, body: unknown, options: Options): Promise<Response> {
  const response = await fetch(url, {
    method,
    credentials: 'same-origin',
    signal: options.signal,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...options.headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw unreachable();
  });
  if (response.status === 401 && !options.stay) {
    window.location.assign(signInPath(window.location.pathname + window.location.search));
  }
  if (!response.ok) throw await problemOf(response);
  return response;
}
