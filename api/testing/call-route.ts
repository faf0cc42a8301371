import type { RouteShape } from '../contract/routes.ts';
import { sample } from './sample.ts';

export interface RouteAnswer {
  status: number;
  /** Of a problem; empty otherwise. */
  code: string;
  location: string;
}

/** Calls a route with something small that its contract takes, and that names nothing which exists. */
export async function callRoute(url: string, shape: RouteShape, headers: Record<string, string>): Promise<RouteAnswer> {
  const params = (shape.params ? sample(shape.params) : {}) as Record<string, string>;
  const query = new URLSearchParams((shape.query ? sample(shape.query) : {}) as Record<string, string>);
  const path = shape.url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const reply = await fetch(`${url}${path}?${query}`, {
    method: shape.method,
    redirect: 'manual',
    headers: {
      ...(shape.body && { 'content-type': 'application/json' }),
      ...(shape.consumes && { 'content-type': shape.consumes }),
      ...headers,
    },
    ...(shape.body && { body: JSON.stringify(sample(shape.body)) }),
    ...(shape.consumes && { body: 'bytes' }),
  });
  const text = await reply.text();
  const isProblem = reply.headers.get('content-type')?.includes('problem+json');
  const code = isProblem ? (JSON.parse(text) as { code: string }).code : '';
  return { status: reply.status, code, location: reply.headers.get('location') ?? '' };
}
