import { z } from 'zod';
import { ROLES } from './choices.ts';
import { timeUs } from './primitives.ts';

export const role = z.enum(ROLES).meta({ id: 'Role' });
export type Role = z.infer<typeof role>;

export const session = z
  .object({
    /** Null: the preset token of the instance, which belongs to no person. */
    userId: z.string().nullable(),
    name: z.string(),
    email: z.string().nullable(),
    role,
    /** How the caller proved who it is. */
    via: z.enum(['cookie', 'token']),
  })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof session>;

export const health = z.object({ status: z.literal('ok'), version: z.string() }).meta({ id: 'Health' });

export const readiness = z
  .object({ status: z.enum(['ready', 'not-ready']), reason: z.string().nullable() })
  .meta({ id: 'Readiness' });

export const signInLink = z
  .object({ url: z.string(), expiresAtUs: timeUs })
  .meta({ id: 'SignInLink', description: 'Opens one session, once.' });
