import { z } from 'zod';
import { MAX_FACTS, text, word } from './bounds.ts';
import { MAX_REQUESTS } from './limits.ts';
import { id } from './primitives.ts';

export const preflightAnswer = z
  .object({
    method: word,
    /** Path and query as they were sent, variables filled in. */
    path: text,
    /** How often it was asked until it was as expected; 0: time ran out before it was. */
    attempts: z.int(),
    /** Null: no answer came. */
    status: z.int().nullable(),
    /** Such as `HTTP/1.1`; null: no answer came. */
    protocol: word.nullable(),
    headers: z.array(z.object({ name: word, value: text }).meta({ id: 'PreflightHeader' })).max(MAX_FACTS),
    /** Of the body, after decompression. */
    bodyBytes: z.int(),
    /** The first 300 bytes of the body. What is no text is shown as `\uFFFD`. */
    bodyStart: text,
    /** From sending the request, connection included, to the last byte of the answer. */
    tookUs: z.int(),
    /** What is not as expected, such as 'answered 404 Not Found, where a status of 2xx is expected'. Null: nothing. */
    fault: text.nullable(),
  })
  .meta({ id: 'PreflightAnswer', description: 'What came of one request of the run, sent before the load.' });
export type PreflightAnswer = z.infer<typeof preflightAnswer>;

/** In the order of the spec's requests. */
export const preflightAnswers = z.array(preflightAnswer).max(MAX_REQUESTS);

export const runPreflight = z
  .object({
    /** The client that asked. */
    hostId: id,
    answers: preflightAnswers,
  })
  .meta({
    id: 'RunPreflight',
    description:
      'Each request of the run, sent before the first step. GET, HEAD and OPTIONS are repeated up to five times while their answer is not as expected.',
  });
export type RunPreflight = z.infer<typeof runPreflight>;
