import { z } from 'zod';
import { MAX_HOSTS, MAX_KINDS, text, word } from './bounds.ts';
import { timeUs } from './primitives.ts';

export const INSTANCE_PARTS = ['database', 'files', 'processes', 'queue', 'webhooks', 'streams', 'agents'] as const;

export const instancePart = z
  .object({
    part: z.enum(INSTANCE_PARTS),
    /** `warning`: it works, and somebody should look. `fault`: it does not. */
    state: z.enum(['ok', 'warning', 'fault']),
    /** For people. */
    sentence: text,
  })
  .meta({ id: 'InstancePart' });
export type InstancePart = z.infer<typeof instancePart>;

export const instance = z
  .object({
    /** Of the process that answers. */
    version: word,
    parts: z.array(instancePart).max(MAX_KINDS),
    /** Versions of the agents of enrolled hosts, the most frequent first. */
    agents: z
      .array(z.object({ version: word, hosts: z.int(), online: z.int() }).meta({ id: 'AgentVersion' }))
      .max(MAX_HOSTS),
    /** What is not kept for ever, or need not be. */
    kept: z
      .array(
        z
          .object({
            what: word,
            /** Null: for ever. */
            days: z.int().nullable(),
            note: text,
          })
          .meta({ id: 'KeptFor' }),
      )
      .max(MAX_KINDS),
    /** The moment that the last backup holds; null: there is none. */
    backedUpAtUs: timeUs.nullable(),
  })
  .meta({ id: 'Instance', description: 'How this instance is, part by part.' });
export type Instance = z.infer<typeof instance>;
