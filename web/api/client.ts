import { PAGE_KEY_HEADER } from '@contract/page-key';
import type { routes } from '@contract/routes';
import type { z } from 'zod';
import { hearClock } from '../lib/clock';
import { signInPath } from '../lib/next-path';
import { keepPageKey, pageKey } from './page-key';
import { ApiError, problemOf, unreachable } from './problem';
import { askForProof } from './proof';
import { probe, watchFor } from './silence';

type Routes = (typeof routes)[keyof typeof routes];
type Verb = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Url<V extends Verb> = Extract<Routes, { method: V }>['url'];
type RouteAt<V extends Verb, U extends string> = Extract<Routes, { method: V; url: U }>;
/** JSON of a success. */
type Reply<R> = R extends { reply: infer S extends z.ZodType } ? z.output<S> : undefined;
type Body<R> = R extends { body: infer S extends z.ZodType } ? z.input<S> : undefined;
type Query<R> = R extends { query: infer S extends z.ZodType } ? z.input<S> : never;

interface Options {
  path?: Record<string, string>;
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** Answer a 401 with an error instead of sending the browser to sign in. */
  stay?: boolean;
}

export function get<U extends Url<'GET'>>(
  route: U,
  options: Options & { query?: Query<RouteAt<'GET', U>> } = {},
): Promise<Reply<RouteAt<'GET', U>>> {
  return request('GET', address(route, options.path, options.query as object | undefined), undefined, options);
}

export function post<U extends Url<'POST'>>(
  route: U,
  body: Body<RouteAt<'POST', U>>,
  options: Options = {},
): Promise<Reply<RouteAt<'POST', U>>> {
  return request('POST', address(route, options.path), body ?? {}, options);
}

export function patch<U extends Url<'PATCH'>>(
  route: U,
  body: Body<RouteAt<'PATCH', U>>,
  options: Options = {},
): Promise<Reply<RouteAt<'PATCH', U>>> {
  return request('PATCH', address(route, options.path), body, options);
}

export function put<U extends Url<'PUT'>>(
  route: U,
  body: Body<RouteAt<'PUT', U>>,
  options: Options = {},
): Promise<Reply<RouteAt<'PUT', U>>> {
  return request('PUT', address(route, options.path), body, options);
}

/** Bytes as they are. */
export async function putBytes<U extends Url<'PUT'>>(route: U, bytes: ArrayBuffer, options: Options): Promise<void> {
  await send('PUT', address(route, options.path), bytes, options);
}

export function remove<U extends Url<'DELETE'>>(route: U, options: Options = {}): Promise<Reply<RouteAt<'DELETE', U>>> {
  return request('DELETE', address(route, options.path), undefined, options);
}

/** A file that the API makes, with the name that it gives it. */
export async function getFile<U extends Url<'GET'>>(
  route: U,
  options: Options & { query?: Query<RouteAt<'GET', U>> } = {},
): Promise<{ name: string | null; content: Blob }> {
  const response = await send(
    'GET',
    address(route, options.path, options.query as object | undefined),
    undefined,
    options,
  );
  return { name: fileNameOf(response.headers.get('content-disposition')), content: await response.blob() };
}

/** The file name in `attachment; filename="run.csv"`. */
const fileNameOf = (disposition: string | null): string | null =>
  /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1] ?? null;

function address(route: string, path: Record<string, string> = {}, query: object = {}): string {
  const filled = route.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) search.append(name, String(one));
  }
  return search.size > 0 ? `${filled}?${search}` : filled;
}

async function request<T>(method: Verb, url: string, body: unknown, options: Options): Promise<T> {
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
async function send(method: Verb, url: string, body: unknown, options: Options): Promise<Response> {
  const bytes = body instanceof ArrayBuffer;
  const key = method === 'GET' ? null : pageKey();
  const askedMs = Date.now();
  const asked = fetch(url, {
    method,
    credentials: 'same-origin',
    signal: options.signal,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': bytes ? 'application/octet-stream' : 'application/json' }),
      ...(key && { [PAGE_KEY_HEADER]: key }),
      ...options.headers,
    },
    body: body === undefined ? undefined : bytes ? body : JSON.stringify(body),
  });
  const response = await watchFor(asked).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    void probe();
    throw unreachable();
  });
  hearClock({ date: response.headers.get('date'), askedMs, heardMs: Date.now() });
  if (response.status === 401 && !options.stay) {
    window.location.assign(signInPath(window.location.pathname + window.location.search));
  }
  const given = response.headers.get(PAGE_KEY_HEADER);
  if (given) keepPageKey(given);
  if (response.ok) return response;
  const problem = await problemOf(response);
  if (problem.code === 'proof-needed' && (await askForProof(problem.detail))) return send(method, url, body, options);
  throw problem;
}
