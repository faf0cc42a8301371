import { z } from 'zod';
import { annotationRights, writeAnnotation } from '../annotation.ts';
import { MAX_FRAMES, parameter } from '../bounds.ts';
import { comparedRuns, comparison } from '../comparison.ts';
import { cpuMap, cpuMapQuery, runInterrupts } from '../cpu-map.ts';
import { latencyOverTimeQuery, runLatencyOverTime } from '../latency-over-time.ts';
import { runHistograms } from '../point.ts';
import { id, idempotencyHeaders, sha256, timeUs, typedNumber } from '../primitives.ts';
import { comparedProfiles, profileDifference, profileTree } from '../profile.ts';
import { run } from '../run.ts';
import { runBaseline } from '../run-baseline.ts';
import {
  activeRuns,
  activeRunsQuery,
  deletedRunList,
  listDeletedRunsQuery,
  listRunsQuery,
  runDeletion,
  runFacets,
  runGroups,
  runGroupsQuery,
  runLabels,
  runList,
} from '../run-list.ts';
import { runPlan } from '../run-plan.ts';
import { runPoints } from '../run-points.ts';
import { runSeries } from '../samples.ts';
import { searchQuery, searchResult } from '../search.ts';
import { createRun } from '../spec.ts';
import { runSnapshots } from '../tuning.ts';
import { route } from './route.ts';

const runId = z.object({ runId: id });
const rows = typedNumber(z.int().min(10).max(MAX_FRAMES)).optional();
const annotationId = z.object({ runId: id, annotationId: id });

export const runRoutes = {
  listRuns: route({
    method: 'GET',
    url: '/api/v1/runs',
    access: 'viewer',
    tag: 'runs',
    summary: 'Runs, newest first unless asked otherwise. A cursor belongs to the order that it was given out for.',
    query: listRunsQuery,
    reply: runList,
    tagged: true,
  }),
  listActiveRuns: route({
    method: 'GET',
    url: '/api/v1/active-runs',
    access: 'viewer',
    tag: 'runs',
    summary: 'Runs that wait or are under way: all of them, or those that changed since an earlier answer.',
    query: activeRunsQuery,
    reply: activeRuns,
  }),
  searchNames: route({
    method: 'GET',
    url: '/api/v1/search',
    access: 'viewer',
    tag: 'runs',
    summary: 'The newest few runs, experiments, hosts and, for operators, shares with these words in their names.',
    query: searchQuery,
    reply: searchResult,
  }),
  getRunFacets: route({
    method: 'GET',
    url: '/api/v1/run-facets',
    access: 'viewer',
    tag: 'runs',
    summary: 'What the runs can be filtered by: tags, hosts, tools, routes and people in use.',
    reply: runFacets,
  }),
  listRunGroups: route({
    method: 'GET',
    url: '/api/v1/run-groups',
    access: 'viewer',
    tag: 'runs',
    summary: 'Runs by target and requests: how many, the baseline, the newest and the range of each group.',
    query: runGroupsQuery,
    reply: runGroups,
    tagged: true,
  }),
  listRunPoints: route({
    method: 'GET',
    url: '/api/v1/run-points',
    access: 'viewer',
    tag: 'runs',
    summary: 'Throughput against p99 of runs, each at its best step: of more than 5,000 the newest.',
    query: runGroupsQuery,
    reply: runPoints,
    tagged: true,
  }),
  createRun: route({
    method: 'POST',
    url: '/api/v1/runs',
    access: 'operator',
    proof: 'session',
    tag: 'runs',
    audit: { action: 'run.create', subject: 'run', id: 'reply.id', fields: ['spec.tuning', 'revisionLabel'] },
    summary: 'Queue a run. With an Idempotency-Key a repeated request answers with the same run.',
    headers: idempotencyHeaders,
    body: createRun,
    status: 201,
    reply: run,
  }),
  planRun: route({
    method: 'POST',
    url: '/api/v1/run-plans',
    access: 'operator',
    proof: 'session',
    tag: 'runs',
    audit: { none: 'It plans, and keeps nothing.' },
    summary:
      'What such a run would do and how long it would take, refused as createRun would refuse it. Nothing is kept.',
    body: createRun,
    reply: runPlan,
  }),
  getSpecSchema: route({
    method: 'GET',
    url: '/api/v1/spec-schemas/:kind',
    access: 'public',
    tag: 'runs',
    summary:
      'The JSON Schema of spec files of the command line: what createRun, createExperiment or createBenchmark takes, with hosts by name.',
    params: z.object({
      /** What the file makes. */
      kind: z.enum(['run', 'experiment', 'benchmark']),
    }),
    produces: ['application/schema+json'],
  }),
  getRunSnapshots: route({
    method: 'GET',
    url: '/api/v1/runs/:runId/snapshots',
    access: 'viewer',
    tag: 'runs',
    summary: 'Everything that can be tuned on the hosts of the run: before, applied, after the steps, restored.',
    params: runId,
    reply: runSnapshots,
  }),
  getRunHistograms: route({
    method: 'GET',
    url: '/api/v1/runs/:runId/latency-histograms',
    access: 'viewer',
    tag: 'runs',
    summary: 'The whole latency histogram of each step whose tool emits one, merged over its clients.',
    params: runId,
    reply: runHistograms,
  }),
  getLatencyOverTime: route({
    method: 'GET',
    url: '/api/v1/runs/:runId/latency-over-time',
    access: 'viewer',
    tag: 'runs',
    summary:
      'Latency histograms of each interval of the steps, merged over clients on one time axis. Of all steps together at most 600 intervals, or one a step: neighbours are merged until it fits.',
    params: runId,
    query: latencyOverTimeQuery,
    reply: runLatencyOverTime,
  }),
  getRun: route({
    method: 'GET',
    url: '/api/v1/runs/:runId',
    access: 'viewer',
    tag: 'runs',
    summary: 'One run with its steps, points, timeline and artifacts.',
    params: runId,
    reply: run,
  }),
  cancelRun: route({
    method: 'POST',
    url: '/api/v1/runs/:runId/cancel',
    access: 'operator',
    proof: 'session',
    tag: 'runs',
    audit: { action: 'run.cancel', subject: 'run', id: 'params.runId' },
    summary: 'Stop a run; its host is restored and what it measured is kept.',
    params: runId,
    reply: run,
  }),
  labelRun: route({
    method: 'PATCH',
    url: '/api/v1/runs/:runId',
    access: 'operator',
    proof: 'session',
    tag: 'runs',
    audit: { action: 'run.label', subject: 'run', id: 'params.runId', fields: ['name', 'tags'] },
    summary: 'Change the name, tags or notes of a run, also while it is under way.',
    params: runId,
    body: runLabels,
    reply: run,
  }),
  getAnnotationRights: route({
    method: 'GET',
    url: '/api/v1/runs/:runId/annotation-rights',
    access: 'viewer',
    tag: 'runs',
    summary: 'Which annotations of a run the caller may edit and remove.',
    params: runId,
    reply: annotationRights,
  }),
  annotateRun: route({
    method: 'POST',
    url: '/api/v1/runs/:runId/annotations',
    access: 'operator',
    proof: 'session',
    tag: 'runs',
    audit: { action: 'run.annotate', subject: 'run', id: 'params.runId' },
    summary:
      'Write a line at a moment or a stretch of a run, by the clock of one of its hosts, also while it is under way.',
    params: runId,
    body: writeAnnotation,
    status: 201,
    reply: run,
  }),
  changeAnnotation: route({
    method: 'PUT',
    url: '/api/v1/runs/:runId/annotations/:annotationId',
    access: 'operator',
    proof: 'session',
    tag: 'runs',
    audit: { action: 'run.annotate', subject: 'run', id: 'params.runId' },
    summary: 'Change an annotation: its author may, and an administrator.',
    params: annotationId,
    body: writeAnnotation,
    reply: run,
  }),
  removeAnnotation: route({
    method: 'DELETE',
    url: '/api/v1/runs/:runId/annotations/:annotationId',
    access: 'operator',
    proof: 'session',
    tag: 'runs',
    audit: { action: 'run.annotate', subject: 'run', id: 'params.runId' },
    summary: 'Remove an annotation: its author may, and an administrator.',
    params: annotationId,
    reply: run,
  }),
  getRunBaseline: route({
    method: 'GET',
    url: '/api/v1/runs/:runId/baseline',
    access: 'viewer',
    tag: 'runs',
    summary: "The baseline of the run's group, and how the run compares with it.",
    params: runId,
    reply: runBaseline,
  }),
  pinBaseline: route({
    method: 'PUT',
    url: '/api/v1/runs/:runId/baseline',
    access: 'operator',
    proof: 'session',
    tag: 'runs',
    audit: { action: 'baseline.pin', subject: 'run', id: 'params.runId' },
    summary:
      'Make the run the baseline of its group (target and requests), in the place of the one before. For everybody.',
    params: runId,
    reply: runBaseline,
  }),
  unpinBaseline: route({
    method: 'DELETE',
    url: '/api/v1/runs/:runId/baseline',
    access: 'operator',
    proof: 'session',
    tag: 'runs',
    audit: { action: 'baseline.unpin', subject: 'run', id: 'params.runId' },
    summary: 'The run is no baseline any more; its group has none then. For any other run it changes nothing.',
    params: runId,
    reply: runBaseline,
  }),
  deleteRun: route({
    method: 'DELETE',
    url: '/api/v1/runs/:runId',
    access: 'operator',
    proof: 'session',
    tag: 'runs',
    audit: { action: 'run.delete', subject: 'run', id: 'params.runId' },
    summary: 'Delete a run that is over. It can be brought back for some days; then it is gone for good.',
    params: runId,
    reply: runDeletion,
  }),
  undeleteRun: route({
    method: 'POST',
    url: '/api/v1/runs/:runId/undelete',
    access: 'operator',
    proof: 'session',
    tag: 'runs',
    audit: { action: 'run.undelete', subject: 'run', id: 'params.runId' },
    summary: 'Bring a deleted run back.',
    params: runId,
    reply: run,
  }),
  listDeletedRuns: route({
    method: 'GET',
    url: '/api/v1/deleted-runs',
    access: 'operator',
    tag: 'runs',
    summary: 'Runs that were deleted and can still be brought back, last deleted first.',
    query: listDeletedRunsQuery,
    reply: deletedRunList,
  }),
  getRunSeries: route({
    method: 'GET',
    url: '/api/v1/runs/:runId/series',
    access: 'viewer',
    tag: 'runs',
    summary: "The run's time series, derived from the hosts' raw counters.",
    params: runId,
    query: z.object({
      /** Only rows after this time, in microseconds since the Unix epoch. Absent: from the first on. */
      afterUs: typedNumber(timeUs).optional(),
      /** Only rows up to this time. Absent: to the last. */
      toUs: typedNumber(timeUs).optional(),
      /**
       * Of each host about so many rows at most: where there are more readings each row is the mean of several, with the
       * lowest and the highest of them. None lies across the beginning or end of a step. Absent: a row for each reading.
       */
      rows,
    }),
    reply: runSeries,
  }),
  getCpuMap: route({
    method: 'GET',
    url: '/api/v1/runs/:runId/hosts/:hostId/cpu-map',
    access: 'viewer',
    tag: 'runs',
    summary: 'What each CPU of a host of the run did over time, in at most as many columns as asked.',
    params: z.object({ runId: id, hostId: id }),
    query: cpuMapQuery,
    reply: cpuMap,
  }),
  getRunInterrupts: route({
    method: 'GET',
    url: '/api/v1/runs/:runId/interrupts',
    access: 'viewer',
    tag: 'runs',
    summary: 'How many interrupts of each line of its NICs each CPU of a host took, step by step.',
    params: runId,
    reply: runInterrupts,
  }),
  /**
   * - `run`, with a Run: at once, and after every change.
   * - `series`, with a RunSeries: rows newer than any sent before; append them.
   * - `ping`, with `{}`: every 5 s.
   *
   * The ids of `run` and `series` are opaque and say what the reader has by now. A reader that comes back names its last
   * one, as EventSource does by itself, and rows go on after it. `lastEventId` is for readers that cannot set headers; where
   * both are there the header counts. The stream ends after the run's last state. When the run is over and the reader has
   * everything, the answer is 204.
   */
  streamRunEvents: route({
    method: 'GET',
    url: '/api/v1/runs/:runId/events',
    access: 'viewer',
    tag: 'runs',
    summary:
      'Server-sent events: `run` (Run) at once and after every change, `series` (RunSeries, rows to append). Asked for changes, it sends `change` (`parts` with a `path` such as `state` or `steps/3` and its new `value`, and paths that are `gone`) instead of every `run` but the first. Resumes after a Last-Event-ID; 204 when nothing can follow.',
    params: runId,
    query: z.object({
      /** Id of the last event that came, for readers that cannot set headers. */
      lastEventId: parameter.optional(),
      /** `parts`: after the first `run`, only the parts of it that changed. */
      changes: z.enum(['parts']).optional(),
      /** Of each host about so many rows at most in one event, made as those of the series are. Absent: every reading. */
      rows,
    }),
    headers: z.object({
      /** Id of the last event that came. Absent: from the beginning. */
      'last-event-id': parameter.optional(),
    }),
    produces: ['text/event-stream'],
  }),
  compareRuns: route({
    method: 'GET',
    url: '/api/v1/comparison',
    access: 'viewer',
    tag: 'runs',
    summary: 'Two to eight runs side by side: `runs` are ids with commas between them, `baseline` is one of them.',
    query: comparedRuns,
    reply: comparison,
  }),
  putRequestBody: route({
    method: 'PUT',
    url: '/api/v1/request-bodies/:sha256',
    access: 'operator',
    proof: 'session',
    tag: 'runs',
    audit: { none: 'Bytes that a run may send; the run is recorded, and what no run names is gone in a day.' },
    summary:
      'A file that requests may send as their body, at most 8 MiB, named by its SHA-256. It is kept as long as a run or an experiment names it, and a day without. Idempotent.',
    params: z.object({ sha256 }),
    consumes: 'application/octet-stream',
    status: 204,
  }),
  getArtifact: route({
    method: 'GET',
    url: '/api/v1/runs/:runId/artifacts/:artifactId',
    access: 'viewer',
    tag: 'runs',
    summary:
      'The bytes of an artifact, as they were uploaded; or a redirect (302) to the bucket that has them, for a minute.',
    params: z.object({ runId: id, artifactId: id }),
    produces: ['*/*'],
  }),
  getProfileTree: route({
    method: 'GET',
    url: '/api/v1/runs/:runId/profiles/:artifactId',
    access: 'viewer',
    tag: 'runs',
    summary: 'A profile of a step as a tree of calls, for flame graphs. The file itself is the artifact.',
    params: z.object({ runId: id, artifactId: id }),
    reply: profileTree,
  }),
  compareProfiles: route({
    method: 'GET',
    url: '/api/v1/profile-difference',
    access: 'viewer',
    tag: 'runs',
    summary: 'Two sides of profiles held against each other, function by function: at most 30 profiles a side.',
    query: comparedProfiles,
    reply: profileDifference,
  }),
} as const;
