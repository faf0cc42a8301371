import { z } from 'zod';
import { text, word } from './bounds.ts';
import { isOneLine, MAX_ANNOTATION_CHARACTERS, ONE_LINE } from './limits.ts';
import { id, timeUs } from './primitives.ts';

export const runAnnotation = z
  .object({
    id,
    /** The host by whose clock the times are: two hosts share none. */
    hostId: id,
    fromUs: timeUs,
    /** The end of a stretch; null of a moment. */
    toUs: timeUs.nullable(),
    text,
    createdAtUs: timeUs,
    createdByName: word.nullable(),
    /** When it was last edited; null: never. */
    changedAtUs: timeUs.nullable(),
  })
  .meta({ id: 'RunAnnotation', description: 'What a person wrote at a moment or a stretch of a run.' });
export type RunAnnotation = z.infer<typeof runAnnotation>;

const annotationText = z.string().trim().min(1).max(MAX_ANNOTATION_CHARACTERS).refine(isOneLine, ONE_LINE);

export const writeAnnotation = z
  .strictObject({
    /** The host by whose clock the times are. */
    hostId: id,
    fromUs: timeUs,
    /** The end of a stretch; null of a moment. */
    toUs: timeUs.nullable(),
    /** One line. */
    text: annotationText,
  })
  .refine(({ fromUs, toUs }) => toUs === null || toUs > fromUs, {
    path: ['toUs'],
    message: 'must be later than fromUs; null stands for a moment',
  })
  .meta({ id: 'WriteAnnotation' });
export type WriteAnnotation = z.infer<typeof writeAnnotation>;

export const annotationRights = z
  .object({
    /** Those that the caller may edit and remove: their own, and an administrator all. */
    mayChange: z.array(id),
  })
  .meta({ id: 'AnnotationRights' });
export type AnnotationRights = z.infer<typeof annotationRights>;
