import { z } from 'zod';
import { text, within } from './bounds.ts';
import { FRAMEWORK_NAMES } from './choices.ts';
import { MAX_PATH_CHARACTERS, REQUEST_WEIGHT, TARGET_WORKERS } from './limits.ts';
import { port } from './primitives.ts';

/** What the reference server is written in. */
export const framework = z.enum(FRAMEWORK_NAMES).meta({ id: 'Framework' });
export type Framework = z.infer<typeof framework>;

export const referenceTarget = z
  .strictObject({
    kind: z.literal('reference'),
    framework,
    /** Several processes that share the port, in the place of one. */
    prefork: z.boolean(),
    /** Processes with prefork, GOMAXPROCS without. Null: one per CPU the target may use. */
    workers: within(TARGET_WORKERS).nullable(),
    /** Where the random numbers that pick a product come from: one source per worker, or one for all behind a lock. */
    pick: z.enum(['local', 'locked']),
    /** Null: the agent picks a free one. */
    port: port.nullable(),
  })
  .meta({ id: 'ReferenceTarget', description: 'The server that comes with the agent.' });
export type ReferenceTarget = z.infer<typeof referenceTarget>;

export const targetName = z
  .string()
  .max(64)
  .regex(/^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/, 'must be lower-case letters, digits and hyphens, such as my-server');

export const namedTarget = z
  .strictObject({
    kind: z.literal('named'),
    /** Its name in the host's configuration file. */
    name: targetName,
  })
  .meta({ id: 'NamedTarget', description: "A server that the host's configuration file names; its agent starts it." });

export const listeningTarget = z.strictObject({ kind: z.literal('listening'), port }).meta({
  id: 'ListeningTarget',
  description:
    "Something that listens on the host already, where the host's configuration file allows its port. It is neither started nor stopped.",
});

export const targetSpec = z
  .discriminatedUnion('kind', [referenceTarget, namedTarget, listeningTarget])
  .meta({ id: 'TargetSpec' });
export type TargetSpec = z.infer<typeof targetSpec>;

export const requestPath = z
  .string()
  .max(MAX_PATH_CHARACTERS)
  .regex(/^\/[!-~]*$/, 'must begin with / and hold neither spaces nor letters beyond ASCII')
  .regex(/^[^#]*$/, 'must not hold a #, which is never sent');

export const requestSpec = z
  .strictObject({
    method: z.literal('GET'),
    /** Path and query, such as `/simple`. */
    path: requestPath,
    /** Its share of the requests is its weight over the sum of all. */
    weight: within(REQUEST_WEIGHT),
  })
  .meta({ id: 'RequestSpec' });
export type RequestSpec = z.infer<typeof requestSpec>;

export const targetFact = z
  .object({
    name: targetName,
    port: z.int(),
    /** The path that answers 200 when it is ready. */
    healthPath: text,
    /** The file says where its profiles are. */
    profiles: z.boolean(),
  })
  .meta({ id: 'TargetFact', description: "A target that the host's configuration file names." });
