import { z } from 'zod';
import { figure, MAX_FACTS, text, word } from './bounds.ts';
import { commitSha, sha256 } from './primitives.ts';

/** What a target was, to the last byte: whether two runs had the same is decided by it. */

export const identifiedFile = z
  .object({
    path: text,
    sha256,
    sizeBytes: z.int(),
    /** The host's configuration file names it. Otherwise the target has loaded it. */
    declared: z.boolean(),
    /** The path of the template that the agent made it of for this run, with the values of its parameters. Absent or null: it is no copy. */
    filledFrom: text.nullish(),
  })
  .meta({ id: 'IdentifiedFile' });
export type IdentifiedFile = z.infer<typeof identifiedFile>;

export const builtRevision = z
  .object({
    commit: commitSha,
    /** Of the program that was built. */
    sha256,
    /** An earlier run on this host had it built. */
    fromCache: z.boolean(),
    /** How long the build took, whenever that was. */
    buildSeconds: figure,
  })
  .meta({ id: 'BuiltRevision', description: 'The commit that the program of a target was built from.' });

export type BuiltRevision = z.infer<typeof builtRevision>;

export const targetIdentity = z
  .object({
    /** The program that listens; null where it could not be read. */
    binary: identifiedFile.nullable(),
    /** Libraries that it has loaded, further programs of it, its script, and what the host's configuration file declares. */
    files: z.array(identifiedFile).max(MAX_FACTS),
    /**
     * HMAC-SHA-256 of its arguments with a key that its host keeps: it can be compared on that host alone. Null: not read, or
     * they differ each time by themselves.
     */
    argvHmac: sha256.nullable(),
    /** Names of its environment variables, never their values. */
    environmentNames: z.array(word).max(MAX_FACTS),
    /** Of their names and values, in the same way. */
    environmentHmac: sha256.nullable(),
    /** What the declared command printed; null without one. */
    version: text.nullable(),
    /** The systemd unit that it ran in; null where that was the agent's, or none. */
    unit: word.nullable(),
    /** The id of its container. */
    container: word.nullable(),
    /** What could not be known, and why. */
    unread: z.array(z.object({ path: text, reason: text }).meta({ id: 'UnreadPart' })).max(MAX_FACTS),
    /** Absent: it was not built for the run, or the agent is older. */
    revision: builtRevision.optional(),
  })
  .meta({ id: 'TargetIdentity' });
export type TargetIdentity = z.infer<typeof targetIdentity>;

export const serviceIdentity = targetIdentity
  .omit({ revision: true })
  .extend({
    /** As facts of hosts call it: `postgresql` or `cache`. */
    name: word,
    /** What the host's configuration file states, as it is in effect. */
    settings: z.array(z.object({ name: word, value: text }).meta({ id: 'ServiceSetting' })).max(MAX_FACTS),
  })
  .meta({ id: 'ServiceIdentity', description: 'What a service behind the target was, when it was up.' });
export type ServiceIdentity = z.infer<typeof serviceIdentity>;
