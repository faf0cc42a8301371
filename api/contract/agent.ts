import { z } from 'zod';
import { command, leaseTerms } from './agent-commands.ts';
import { parameter, word } from './bounds.ts';
import { hostFacts } from './host.ts';
import { hostTask, hostTaskAnswer } from './host-task.ts';
import { id, timeUs } from './primitives.ts';
import { restoreResult } from './tuning.ts';

/* Joining and staying in touch */

export const joinRequest = z
  .strictObject({
    joinToken: parameter,
    /** The same life of an agent may ask again when it missed the answer. */
    incarnationId: id,
    name: z.string().trim().min(1).max(120),
    agentVersion: word,
    facts: hostFacts,
  })
  .meta({ id: 'JoinRequest' });

export const joinReply = z
  .object({ hostId: id, agentId: id, credential: z.string() })
  .meta({ id: 'JoinReply', description: 'The credential is shown once and is the host.' });

export const helloRequest = z
  .strictObject({
    incarnationId: id,
    startedAtUs: timeUs,
    agentVersion: word,
    facts: hostFacts,
    /** What the agent put back when it started, from the journal of the life before. */
    restore: restoreResult,
  })
  .meta({ id: 'HelloRequest', description: 'First call of every life of an agent.' });

export const heartbeatRequest = z
  .strictObject({
    incarnationId: id,
    /** The run whose lease the agent holds; null when idle. */
    runId: id.nullable(),
  })
  .meta({ id: 'HeartbeatRequest' });

export const heartbeatReply = z
  .object({
    serverTimeUs: timeUs,
    heartbeatMs: z.int(),
    /** The API does not know this life of the agent, or whether the host was put back: say hello (again). */
    helloWanted: z.boolean(),
    /** Null: the API knows no lease for this host, so anything still running for a run is to be stopped. */
    lease: leaseTerms.nullable(),
  })
  .meta({ id: 'HeartbeatReply' });

export const pollRequest = z
  .strictObject({
    incarnationId: id,
    /** Commands the agent has already taken; they are not sent again. */
    holding: z.array(id).max(1000),
    waitMs: z.int().min(0).max(25_000),
  })
  .meta({ id: 'PollRequest' });

export const pollReply = z
  .object({
    commands: z.array(command),
    /** Each is handed out once. */
    tasks: z.array(hostTask),
  })
  .meta({ id: 'PollReply' });

export const taskAnswerRequest = z
  .strictObject({ incarnationId: id, answer: hostTaskAnswer })
  .meta({ id: 'TaskAnswerRequest' });
