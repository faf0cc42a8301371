import { z } from 'zod';
import { MAX_HOSTS, text, word } from './bounds.ts';

export const runPlan = z
  .object({
    /** Its hosts: that of the target first. */
    hostNames: z.array(word).max(MAX_HOSTS),
    /** The server under test, in words. */
    target: text,
    /** What is requested, in words. */
    requests: text,
    /** The load profile, in words. */
    load: text,
    /** Steps that are planned; null where a search plans its own. */
    steps: z.int().nullable(),
    /** How long warm-ups, steps and pauses take together; null where a search plans its own steps. */
    plannedUs: z.int().nullable(),
    /** About how long it takes with preparing and restoring; null where a search plans its own steps. */
    wholeUs: z.int().nullable(),
  })
  .meta({ id: 'RunPlan', description: 'What such a run would do, known before it is queued.' });
export type RunPlan = z.infer<typeof runPlan>;
