import { z } from 'zod';
import {
  benchmark,
  benchmarkHistory,
  benchmarkList,
  changeBenchmark,
  createBenchmark,
  measuredRevision,
  measureRevision,
} from '../benchmark.ts';
import { id, idempotencyHeaders } from '../primitives.ts';
import { benchmarkSchedule, changeSchedule, occurrenceList } from '../schedule.ts';
import { route } from './route.ts';

const benchmarkId = z.object({ benchmarkId: id });

export const benchmarkRoutes = {
  listBenchmarks: route({
    method: 'GET',
    url: '/api/v1/benchmarks',
    access: 'viewer',
    tag: 'benchmarks',
    summary: 'Benchmarks by name, each with its newest points.',
    reply: benchmarkList,
  }),
  createBenchmark: route({
    method: 'POST',
    url: '/api/v1/benchmarks',
    access: 'operator',
    tag: 'benchmarks',
    summary: 'Keep a design that is to be measured again and again. Refused as its first point would be.',
    body: createBenchmark,
    status: 201,
    reply: benchmark,
  }),
  getBenchmark: route({
    method: 'GET',
    url: '/api/v1/benchmarks/:benchmarkId',
    access: 'viewer',
    tag: 'benchmarks',
    summary: 'One benchmark with its design and its versions.',
    params: benchmarkId,
    reply: benchmark,
  }),
  changeBenchmark: route({
    method: 'PATCH',
    url: '/api/v1/benchmarks/:benchmarkId',
    access: 'operator',
    tag: 'benchmarks',
    summary: 'Rename it, archive it, or give it another design, which begins a new epoch of its history.',
    params: benchmarkId,
    body: changeBenchmark,
    reply: benchmark,
  }),
  getBenchmarkHistory: route({
    method: 'GET',
    url: '/api/v1/benchmarks/:benchmarkId/history',
    access: 'viewer',
    tag: 'benchmarks',
    summary: 'Every metric over the revisions that were measured, in the order of first parents, with its epochs.',
    params: benchmarkId,
    reply: benchmarkHistory,
  }),
  measureRevision: route({
    method: 'POST',
    url: '/api/v1/benchmarks/:benchmarkId/points',
    access: 'operator',
    tag: 'benchmarks',
    summary:
      'Measure a revision: an experiment interleaves it with the reference, and its figures become a point of the history. With an Idempotency-Key a repeated request answers with the same experiment.',
    params: benchmarkId,
    headers: idempotencyHeaders,
    body: measureRevision,
    status: 201,
    reply: measuredRevision,
  }),
  changeSchedule: route({
    method: 'PUT',
    url: '/api/v1/benchmarks/:benchmarkId/schedule',
    access: 'operator',
    tag: 'benchmarks',
    summary: 'Measure it by itself at these times. Runs of people go first.',
    params: benchmarkId,
    body: changeSchedule,
    reply: benchmarkSchedule,
  }),
  removeSchedule: route({
    method: 'DELETE',
    url: '/api/v1/benchmarks/:benchmarkId/schedule',
    access: 'operator',
    tag: 'benchmarks',
    summary: 'Remove the schedule: it is measured on request alone. What is under way goes on.',
    params: benchmarkId,
    status: 204,
  }),
  listOccurrences: route({
    method: 'GET',
    url: '/api/v1/benchmarks/:benchmarkId/occurrences',
    access: 'viewer',
    tag: 'benchmarks',
    summary: 'What became of each time of its schedule, the newest first.',
    params: benchmarkId,
    reply: occurrenceList,
  }),
} as const;
