import { z } from 'zod';
import {
  heartbeatReply,
  heartbeatRequest,
  helloRequest,
  joinReply,
  joinRequest,
  pollReply,
  pollRequest,
  taskAnswerRequest,
} from '../agent.ts';
import { reportReply, reportRequest } from '../agent-reports.ts';
import { id, sha256 } from '../primitives.ts';
import { route } from './route.ts';

const MEBIBYTE = 1024 * 1024;
/** Reports of an agent that was cut off come in batches. */
const REPORTS_BODY = 32 * MEBIBYTE;
/** Facts of a host with a thousand queues have some hundred KiB. The sender is not authenticated yet. */
const FACTS_BODY = 2 * MEBIBYTE;
/** With every knob that was put back: a host with two thousand queues has less. */
const HELLO_BODY = 2 * MEBIBYTE;
/** Snapshots and plans of the same host. */
const ANSWER_BODY = 8 * MEBIBYTE;

export const agentRoutes = {
  joinAgent: route({
    method: 'POST',
    url: '/api/v1/agent/join',
    access: 'secret',
    tag: 'agents',
    audit: { action: 'host.join', subject: 'host', id: 'found' },
    summary:
      'Enrol a host with a one-time join token. Asked again by the same incarnation, it gives a fresh credential.',
    body: joinRequest,
    bodyBytesMax: FACTS_BODY,
    status: 201,
    reply: joinReply,
  }),
  helloAgent: route({
    method: 'POST',
    url: '/api/v1/agent/hello',
    access: 'agent',
    tag: 'agents',
    audit: { none: 'A sign of life of an agent, many times a minute.' },
    summary: 'A new life of an agent: its facts, and what it put back. Idempotent by incarnation.',
    body: helloRequest,
    bodyBytesMax: HELLO_BODY,
    reply: heartbeatReply,
  }),
  heartbeatAgent: route({
    method: 'POST',
    url: '/api/v1/agent/heartbeat',
    access: 'agent',
    tag: 'agents',
    audit: { none: 'A sign of life of an agent, many times a minute.' },
    summary: 'Sign of life; renews the lease.',
    body: heartbeatRequest,
    reply: heartbeatReply,
  }),
  pollAgent: route({
    method: 'POST',
    url: '/api/v1/agent/poll',
    access: 'agent',
    tag: 'agents',
    audit: { none: 'A sign of life of an agent, many times a minute.' },
    summary: 'Commands that have no outcome and are not held yet; waits for one up to waitMs.',
    body: pollRequest,
    reply: pollReply,
  }),
  answerHostTask: route({
    method: 'POST',
    url: '/api/v1/agent/tasks/:taskId',
    access: 'agent',
    tag: 'agents',
    audit: { none: 'What was asked of the agent is recorded where it was asked.' },
    summary: 'The answer to a host task. A late one is dropped.',
    params: z.object({ taskId: id }),
    body: taskAnswerRequest,
    bodyBytesMax: ANSWER_BODY,
    status: 204,
  }),
  reportAgent: route({
    method: 'POST',
    url: '/api/v1/agent/reports',
    access: 'agent',
    tag: 'agents',
    audit: { none: 'What a run measured; the run is recorded.' },
    summary: 'Layouts, frames and outcomes, in order. Idempotent by incarnation and sequence.',
    body: reportRequest,
    bodyBytesMax: REPORTS_BODY,
    reply: reportReply,
  }),
  getRequestBody: route({
    method: 'GET',
    url: '/api/v1/agent/bodies/:sha256',
    access: 'agent',
    tag: 'agents',
    summary: 'The bytes of a body that the run of this host sends, named by their hash.',
    params: z.object({ sha256 }),
    produces: ['application/octet-stream'],
  }),
  putBlob: route({
    method: 'PUT',
    url: '/api/v1/agent/blobs/:sha256',
    access: 'agent',
    tag: 'agents',
    audit: { none: 'What a run measured; the run is recorded.' },
    summary: 'Bytes named by their hash, uploaded before the outcome that refers to them. Idempotent.',
    params: z.object({ sha256 }),
    consumes: 'application/octet-stream',
    status: 204,
  }),
} as const;
