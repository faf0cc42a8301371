import type { RunAnnotation } from '@contract/annotation';
import type { Run } from '@contract/run';
import { clockShift } from '@/charts/host-clocks';
import type { StripNote } from '@/charts/strip-spans';

/** As they are called on the strips and in the list. */
export const numbered = (annotations: RunAnnotation[]): { number: number; annotation: RunAnnotation }[] =>
  annotations.map((annotation, place) => ({ number: place + 1, annotation }));

/** Where they stand by the clock of a host. */
export function notesOn(run: Pick<Run, 'steps' | 'annotations'>, hostId: string): StripNote[] {
  return numbered(run.annotations ?? []).map(({ number, annotation: { hostId: from, fromUs, toUs, text } }) => {
    const shiftUs = clockShift(run, from, hostId, fromUs)?.shiftUs ?? 0;
    return { number, fromUs: fromUs + shiftUs, toUs: toUs === null ? null : toUs + shiftUs, text };
  });
}
