import { z } from 'zod';
import { MAX_HOSTS, text, word } from './bounds.ts';
import { AVAILABILITIES } from './choices.ts';
import {
  HOST_LABEL,
  isOneLine,
  MAX_CLIENTS,
  MAX_CLOSED_WHY_CHARACTERS,
  MAX_HOST_LABEL_CHARACTERS,
  MAX_HOST_LABELS,
  ONE_LINE,
} from './limits.ts';
import { id, timeUs } from './primitives.ts';

export const hostLabel = z
  .string()
  .max(MAX_HOST_LABEL_CHARACTERS)
  .regex(HOST_LABEL, 'must have a to z, 0 to 9, dots, underscores or hyphens, and begin with a letter or a digit')
  .meta({ id: 'HostLabel', description: 'Hosts that have the same label are a pool.' });

/** Kept in order, each once. */
export const hostLabels = z.array(hostLabel).max(MAX_HOST_LABELS);

/**
 * `open`: takes runs. `cordoned`: no run starts on it; what runs goes on, and what is queued waits. `draining`: takes no
 * new run; what runs and what is queued still runs, with what is left of experiments that have begun.
 */
export const hostAvailability = z.enum(AVAILABILITIES).meta({ id: 'HostAvailability' });
export type HostAvailability = z.infer<typeof hostAvailability>;

export const hostClosure = z
  .object({
    atUs: timeUs,
    /** Null: a program that belongs to no person. */
    byName: word.nullable(),
    /** The reason that was given; null without one. */
    why: text.nullable(),
    /** Experiments under way that name the host and may still run on it; said while it drains. */
    experimentsLeft: z.int().optional(),
  })
  .meta({ id: 'HostClosure' });

export const setAvailability = z
  .strictObject({
    availability: hostAvailability,
    /** What for, such as `kernel update`. People whose runs wait read it. */
    why: z.string().trim().min(1).max(MAX_CLOSED_WHY_CHARACTERS).refine(isOneLine, ONE_LINE).optional(),
  })
  .meta({ id: 'SetAvailability' });
export type SetAvailability = z.infer<typeof setAvailability>;

const MAX_POOLS = 8;

export const pickHosts = z
  .strictObject({
    /** In the order of the answer. No host is picked twice. */
    pools: z
      .array(
        z
          .strictObject({
            /** The label that its hosts have. */
            label: hostLabel,
            /** How many of them. */
            count: z.int().min(1).max(MAX_CLIENTS),
          })
          .meta({ id: 'WantedOfPool' }),
      )
      .min(1)
      .max(MAX_POOLS),
  })
  .meta({ id: 'PickHosts' });
export type PickHosts = z.infer<typeof pickHosts>;

export const pickedHosts = z
  .object({
    pools: z
      .array(z.object({ label: word, hosts: z.array(z.object({ hostId: id, name: word })).max(MAX_HOSTS) }))
      .max(MAX_POOLS),
  })
  .meta({
    id: 'PickedHosts',
    description: 'Free hosts first, then those with the fewest queued runs, then by name. Nothing is reserved.',
  });
export type PickedHosts = z.infer<typeof pickedHosts>;
