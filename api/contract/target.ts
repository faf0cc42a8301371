import { z } from 'zod';
import { MAX_KINDS, text, within, word } from './bounds.ts';
import { FRAMEWORK_NAMES } from './choices.ts';
import {
  DOWNSTREAM_LIMITS,
  MAX_PARAMETERS,
  MAX_RESOLVED,
  ORIGIN,
  POOL_SIZE,
  TARGET_WORKERS,
  WRITE_BATCH,
} from './limits.ts';
import { commitSha, id, ipAddress, port } from './primitives.ts';

/** What the reference server is written in. */
export const framework = z.enum(FRAMEWORK_NAMES).meta({ id: 'Framework' });
export type Framework = z.infer<typeof framework>;

/** It speaks TLS: clients reach it by https. */
const tls = z.boolean();

/** Connections of each worker, which has a pool of its own. */
const poolSize = within(POOL_SIZE);

export const databaseSettings = z
  .strictObject({
    poolSize,
    /** A connection keeps a statement that it has planned; else it is planned each time. */
    prepared: z.boolean(),
    /** How many requests of `/db-write` may share one INSERT and its commit. */
    batch: within(WRITE_BATCH),
    /** A commit is answered when it is on disk. */
    synchronousCommit: z.boolean(),
  })
  .meta({ id: 'DatabaseSettings', description: "A throw-away PostgreSQL that the target's agent starts for the run." });
export type DatabaseSettings = z.infer<typeof databaseSettings>;

export const cacheSettings = z.strictObject({ poolSize }).meta({
  id: 'CacheSettings',
  description: "A throw-away Redis or Valkey that the target's agent starts for the run.",
});
export type CacheSettings = z.infer<typeof cacheSettings>;

export const downstreamSettings = z
  .strictObject({
    /** Of one attempt. */
    timeoutMs: within(DOWNSTREAM_LIMITS.timeoutMs),
    /** Number of immediate retries after a failed attempt. */
    retries: within(DOWNSTREAM_LIMITS.retries),
    /** Of the other server's answers, this part is a refusal. */
    failPercent: z.number().min(DOWNSTREAM_LIMITS.failPercent[0]).max(DOWNSTREAM_LIMITS.failPercent[1]),
    /** How long the other server holds every answer back. */
    delayMs: within(DOWNSTREAM_LIMITS.delayMs),
  })
  .meta({ id: 'DownstreamSettings', description: 'A second reference server that fails as it is asked to.' });
export type DownstreamSettings = z.infer<typeof downstreamSettings>;

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
    tls,
    /** What `/db-read`, `/db-write` and `/db-query` ask. */
    database: databaseSettings.nullable(),
    /** What `/cache-read` asks. */
    cache: cacheSettings.nullable(),
    /** What `/downstream` calls. */
    downstream: downstreamSettings.nullable(),
  })
  .meta({ id: 'ReferenceTarget', description: 'The server that comes with the agent.' });
export type ReferenceTarget = z.infer<typeof referenceTarget>;

export const targetName = z
  .string()
  .max(64)
  .regex(/^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/, 'must be lower-case letters, digits and hyphens, such as my-server');

export const parameterName = z
  .string()
  .max(32)
  .regex(/^[A-Za-z][A-Za-z0-9_-]{0,31}$/, 'must begin with a letter, such as workers');
const parameterValue = z.string().max(200);

export const targetParameter = z
  .strictObject({
    /** As the host's configuration file names it, such as `workers`. */
    name: parameterName,
    /** One of the values that the file declares; numbers are strings too. */
    value: parameterValue,
  })
  .meta({ id: 'TargetParameter', description: 'A value that the run chose, of those that the file declares.' });
export type TargetParameter = z.infer<typeof targetParameter>;

export const namedTarget = z
  .strictObject({
    kind: z.literal('named'),
    /** Its name in the host's configuration file. */
    name: targetName,
    tls,
    /** Each at most once; omitted parameters have the file's default. */
    parameters: z.array(targetParameter).max(MAX_PARAMETERS),
    /** The commit that its program is built from, where the host's configuration file states its source. Null: the program that is there. */
    revision: commitSha.nullish(),
  })
  .meta({ id: 'NamedTarget', description: "A server that the host's configuration file names; its agent starts it." });

export const listeningTarget = z.strictObject({ kind: z.literal('listening'), port, tls }).meta({
  id: 'ListeningTarget',
  description:
    "Something that listens on the host already, where the host's configuration file allows its port. It is neither started nor stopped.",
});

export const targetOrigin = z
  .string()
  .max(ORIGIN.characters)
  .regex(ORIGIN.pattern, 'must be a scheme, a host and perhaps a port, such as https://staging.example.org')
  .meta({
    id: 'TargetOrigin',
    description:
      'Scheme, host and port of a target without an agent, in lower case and without the port of its scheme.',
  });

export const externalTarget = z.strictObject({ kind: z.literal('external'), origin: targetOrigin }).meta({
  id: 'ExternalTarget',
  description:
    "An address where no agent is, which the configuration file of every client's host allows. Its clients alone are measured.",
});
export type ExternalTarget = z.infer<typeof externalTarget>;

export const targetSpec = z
  .discriminatedUnion('kind', [referenceTarget, namedTarget, listeningTarget, externalTarget])
  .meta({ id: 'TargetSpec' });
export type TargetSpec = z.infer<typeof targetSpec>;

/** IP addresses, in order; a name may have several. */
export const resolvedAddresses = z.array(ipAddress).max(MAX_RESOLVED);

export const clientResolved = z
  .object({ hostId: id, addresses: resolvedAddresses })
  .meta({ id: 'ClientResolved', description: "What a client resolved the target's host to, when it prepared." });

/** In PEM: the certificate that the target made for itself, which its clients trust. Absent or null: it made none. */
export const targetCertificate = text.nullish();

export const backendFact = z
  .object({ name: word, version: word, path: text })
  .meta({ id: 'BackendFact', description: 'A service that this host can start for a run: `postgresql` or `cache`.' });
export type BackendFact = z.infer<typeof backendFact>;

export const targetParameterFact = z
  .object({
    name: parameterName,
    values: z.array(parameterValue).max(MAX_KINDS),
    /** One of the values. */
    default: parameterValue,
  })
  .meta({
    id: 'TargetParameterFact',
    description: 'A parameter that the configuration file declares, with all its values.',
  });
export type TargetParameterFact = z.infer<typeof targetParameterFact>;

export const targetSource = z
  .object({
    /** Where the repository is, without a password. */
    repository: text,
    /** Whose commits are offered. */
    branch: word,
    /** How long fetching and building a commit may take. */
    timeoutSeconds: z.int(),
  })
  .meta({ id: 'TargetSource', description: 'What the program of a target is built from.' });
export type TargetSource = z.infer<typeof targetSource>;

export const targetFact = z
  .object({
    name: targetName,
    port: z.int(),
    /** The path that answers 200 when it is ready. */
    healthPath: text,
    /** The file says where its profiles are. */
    profiles: z.boolean(),
    /** The file declares which files tell its runs apart. Absent: the agent is older. */
    identified: z.boolean().optional(),
    /** What a run may choose of it. Absent: the agent is older. */
    parameters: z.array(targetParameterFact).max(MAX_PARAMETERS).optional(),
    /** Absent: the file states no source, or the agent is older. */
    source: targetSource.optional(),
  })
  .meta({ id: 'TargetFact', description: "A target that the host's configuration file names." });
export type TargetFact = z.infer<typeof targetFact>;
