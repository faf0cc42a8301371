import { z } from 'zod';
import { text } from './bounds.ts';
import { MAX_DATABASE_CONNECTIONS, MAX_SEALED_CHARACTERS } from './limits.ts';

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

export const backendNeeds = z
  .object({
    /** An X25519 key in base64, made anew for the run. What opens it stays in the memory of the agent that made it. */
    publicKey: z.string().length(44).regex(BASE64),
    /** Of all workers of the target. Null: it asks no database. */
    databaseConnections: z.int().min(1).max(MAX_DATABASE_CONNECTIONS).nullable(),
  })
  .meta({
    id: 'BackendNeeds',
    description: "What the target's agent tells the one that starts the services on another host.",
  });
export type BackendNeeds = z.infer<typeof backendNeeds>;

export const startedBackends = z
  .object({
    /** Null: not asked for. The addresses hold no password. */
    database: text.nullable(),
    cache: text.nullable(),
    downstream: text.nullable(),
    /** In base64: the passwords, in a box that the agent of the public key alone can open. */
    sealed: z.string().max(MAX_SEALED_CHARACTERS).regex(BASE64),
  })
  .meta({ id: 'StartedBackends', description: 'Where the services are that a target on another host asks.' });
export type StartedBackends = z.infer<typeof startedBackends>;
