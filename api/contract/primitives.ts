import { isIP } from 'node:net';
import { z } from 'zod';
import { cpuListText, text, within, word } from './bounds.ts';
import { COMMIT_SHA, CPU_LIST, MAX_CPUS, MAX_NAME_CHARACTERS, PORT } from './limits.ts';

/** UUIDv7, opaque to every reader. */
export const id = z.uuid();

/** Microseconds since the Unix epoch, integer. */
export const timeUs = z.int().min(0);

/** A number in an address, as text. Of an empty one Number() makes 0, which nobody has asked for. */
export const typedNumber = <Schema extends z.ZodType<number, number>>(schema: Schema) =>
  z.preprocess((typed) => (typeof typed === 'string' && /\S/.test(typed) ? Number(typed) : Number.NaN), schema);

/** The name of a person, a host or an API token, without spaces at its ends. */
export const shortName = z.string().trim().min(1).max(MAX_NAME_CHARACTERS);

/** TCP port. */
export const port = within(PORT);

/** SHA-256 in lowercase hex. */
export const sha256 = z
  .string()
  .length(64)
  .regex(/^[0-9a-f]{64}$/);

/** The whole name of a commit: of a branch or a tag it is not known what it will be. */
export const commitSha = z
  .string()
  .max(64)
  .regex(COMMIT_SHA, 'must be the whole SHA of a commit: 40 digits of lower-case hex');

/** IPv4 or IPv6, without a port. */
export const ipAddress = z
  .string()
  .max(100)
  .refine((text) => isIP(text) !== 0, 'must be an IP address such as 10.0.0.7');

/** CPUs as people and the kernel write them: `0-15,32`. */
export const cpuList = cpuListText
  .regex(CPU_LIST, 'must be a CPU list such as 0-3,8')
  .refine(
    (list) => list.split(/[,-]/).every((cpu) => Number(cpu) < MAX_CPUS),
    `must name CPUs from 0 to ${MAX_CPUS - 1}`,
  );

/** A key for one request: sent again after a lost answer, it gets the answer of the first. */
export const idempotencyHeaders = z.object({
  /** A word of your choice. The same request sent again with it is answered with what the first one made. */
  'idempotency-key': z.string().min(8).max(200).optional(),
});

export const failure = z
  .object({
    /** For programs. */
    code: word,
    /** For people: what happened, and what to do. */
    sentence: text,
  })
  .meta({ id: 'Failure', description: 'Why something ended early, for programs (code) and people (sentence).' });
export type Failure = z.infer<typeof failure>;

export const problem = z
  .object({
    /** Always `about:blank`: `code` tells kinds apart. */
    type: z.string(),
    /** The code in words. */
    title: z.string(),
    /** The HTTP status. */
    status: z.int(),
    /** One sentence for a person: what happened, what was kept, what to do. */
    detail: z.string(),
    /** For programs, such as `invalid-input` or `not-signed-in`. */
    code: z.string(),
    /** As in the header `x-request-id`. */
    requestId: z.string(),
    /** Where the input was wrong; empty when the input was not at fault. */
    fields: z.array(
      z
        .object({
          /** Such as `spec.load.tool`. */
          path: z.string(),
          /** What is wrong with it. */
          message: z.string(),
        })
        .meta({ id: 'ProblemField' }),
    ),
  })
  .meta({ id: 'Problem', description: 'RFC 9457 problem details.' });
export type Problem = z.infer<typeof problem>;
