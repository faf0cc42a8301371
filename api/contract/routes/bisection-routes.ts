import { z } from 'zod';
import { bisection, bisectionList, startBisection } from '../bisection.ts';
import { id, idempotencyHeaders } from '../primitives.ts';
import { route } from './route.ts';

const bisectionId = z.object({ bisectionId: id });
const benchmarkId = z.object({ benchmarkId: id });

export const bisectionRoutes = {
  listBisections: route({
    method: 'GET',
    url: '/api/v1/benchmarks/:benchmarkId/bisections',
    access: 'viewer',
    tag: 'benchmarks',
    summary: 'Searches for commits that changed the benchmark, the newest first.',
    params: benchmarkId,
    reply: bisectionList,
  }),
  startBisection: route({
    method: 'POST',
    url: '/api/v1/benchmarks/:benchmarkId/bisections',
    access: 'operator',
    proof: 'session',
    tag: 'benchmarks',
    audit: { action: 'bisection.start', subject: 'bisection', id: 'reply.id', fields: ['good', 'bad'] },
    summary:
      'Search for the commit of a change by experiments. Both ends are measured first. With an Idempotency-Key a repeated request answers with the same search.',
    params: benchmarkId,
    headers: idempotencyHeaders,
    body: startBisection,
    status: 201,
    reply: bisection,
  }),
  getBisection: route({
    method: 'GET',
    url: '/api/v1/bisections/:bisectionId',
    access: 'viewer',
    tag: 'benchmarks',
    summary: 'One search, with what is known of each commit.',
    params: bisectionId,
    reply: bisection,
  }),
  cancelBisection: route({
    method: 'POST',
    url: '/api/v1/bisections/:bisectionId/cancel',
    access: 'operator',
    proof: 'session',
    tag: 'benchmarks',
    audit: { action: 'bisection.cancel', subject: 'bisection', id: 'params.bisectionId' },
    summary: 'End it. The experiment under way is stopped.',
    params: bisectionId,
    reply: bisection,
  }),
} as const;
