import type { Run } from '@contract/run';
import { newestLabel } from '@rules/run/live-words';
import { useMemo } from 'react';
import { spansOnHost } from '@/charts/phases';
import type { StripView } from '@/charts/strip-spans';
import { useIsPresent } from '@/features/run/live/is-present';
import { useStepChoice } from '@/features/run/url-state';
import { notesOn } from './annotation-marks';
import { useStripClock, useZoomOn } from './linked-strips';

/** What is drawn of the time axis by the clock of a host: from, to, and the zero that labels count from. */
export function useStripWindow(run: Run, hostId: string, lastUs: number): StripView {
  const [choice] = useStepChoice();
  const zoom = useZoomOn(hostId);
  const { zeroUs } = useStripClock(hostId);
  const { transitions, steps, state, annotations } = run;
  const latest = newestLabel(state, useIsPresent(lastUs, run.spec.samplesPerSecond ?? 1));
  return useMemo(() => {
    const spans = spansOnHost({ transitions, steps }, hostId, Math.max(lastUs, run.endedAtUs ?? 0));
    const chosen = spans.steps.find(({ stepIndex }) => stepIndex + 1 === choice);
    const warmup = spans.warmups.find(({ label }) => label === chosen?.label);
    const fromUs = chosen ? (warmup?.fromUs ?? chosen.fromUs) - 500_000 : zeroUs;
    const toUs = chosen ? chosen.toUs + 1_000_000 : Math.max(lastUs, zeroUs + 10_000_000);
    const newest = chosen ? null : latest;
    const notes = notesOn({ steps, annotations }, hostId);
    if (zoom) return { spans, notes, zeroUs, ...zoom, means: null, newest: zoom.toUs >= lastUs ? newest : null };
    return { spans, notes, zeroUs, fromUs, toUs, means: chosen?.timed ? chosen : null, newest };
  }, [transitions, steps, latest, annotations, hostId, lastUs, choice, zoom, zeroUs, run.endedAtUs]);
}
