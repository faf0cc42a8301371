'use client';

import type { WriteAnnotation } from '@contract/annotation';
import type { Run } from '@contract/run';
import type { RunSeries } from '@contract/samples';
import { chartStartUs } from '@rules/samples/mean-edges';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { type ClockShift, clockShift } from '@/charts/host-clocks';
import { atLeast, type Seconds, type Stretch, thousandths } from '@/charts/stretch';
import type { TimePicks } from '@/charts/time-drag';
import { serverFirst } from '@/features/run/host-order';
import { useZoom } from '@/features/run/url-state';

/** A moment by the clock of one host. */
interface Moment {
  hostId: string;
  atUs: number;
}

interface Held {
  /** Under the pointer. */
  over: Moment | null;
  /** Held by a click or a key. */
  pinned: Moment | null;
  mark: { hostId: string; startUs: number; endUs: number } | null;
}

/** What is being written: with an id what stands there is changed. */
export type AnnotationDraft = WriteAnnotation & { id?: string };

interface Linked {
  run: Run;
  referenceId: string | null;
  /** The last row of that host. */
  lastUs: number;
  zeroUs: number;
  held: Held;
  change: (part: Partial<Held>) => void;
  mayAnnotate: boolean;
  draft: AnnotationDraft | null;
  setDraft: (draft: AnnotationDraft | null) => void;
}

const LinkedContext = createContext<Linked | null>(null);

/** One cursor, one mark and one zoom for everything of a run that is drawn over time. */
export function LinkedStrips({
  run,
  series,
  mayAnnotate,
  children,
}: {
  run: Run;
  series: RunSeries | undefined;
  mayAnnotate: boolean;
  children: ReactNode;
}) {
  const [held, setHeld] = useState<Held>({ over: null, pinned: null, mark: null });
  const [draft, setDraft] = useState<AnnotationDraft | null>(null);
  const reference = serverFirst(series?.hosts.filter(({ timesUs }) => timesUs.length > 0) ?? [], run)[0];
  const { hostId: referenceId = null, timesUs } = reference ?? {};
  const lastUs = timesUs?.at(-1) ?? 0;
  const zeroUs = chartStartUs(run.transitions) ?? timesUs?.[0] ?? firstLoadUs(run);
  const linked = useMemo(
    (): Linked => ({
      run,
      referenceId,
      lastUs,
      zeroUs,
      held,
      change: (part) => setHeld((now) => ({ ...now, ...part })),
      mayAnnotate,
      draft,
      setDraft,
    }),
    [run, referenceId, lastUs, zeroUs, held, mayAnnotate, draft],
  );
  return <LinkedContext.Provider value={linked}>{children}</LinkedContext.Provider>;
}

/** Of a run without timeline and samples. */
const firstLoadUs = ({ steps }: Run): number => steps.find(({ point }) => point)?.point?.startedAtUs ?? 0;

function useLinked(): Linked {
  const linked = useContext(LinkedContext);
  if (!linked) throw new Error('strips of a run stand within LinkedStrips');
  return linked;
}

/** The host by whose clock the address counts, and its last row. */
export function useReference(): { hostId: string; lastUs: number } {
  const { referenceId, lastUs } = useLinked();
  return { hostId: referenceId ?? '', lastUs };
}

export function useAnnotating() {
  const { mayAnnotate, draft, setDraft } = useLinked();
  return { mayAnnotate, draft, begin: setDraft, end: () => setDraft(null) };
}

/** Seconds since the zero of all strips, as an address and people count them. */
export function useStripClock(hostId: string) {
  const { run, referenceId, zeroUs } = useLinked();
  return useMemo(() => {
    const moved = (from: string | null, to: string | null, atUs: number): number =>
      from === null || to === null ? atUs : atUs + (clockShift(run, from, to, atUs)?.shiftUs ?? 0);
    return {
      zeroUs,
      toSeconds: (atUs: number): number => thousandths((moved(hostId, referenceId, atUs) - zeroUs) / 1e6),
      toUs: (seconds: number): number => moved(referenceId, hostId, zeroUs + seconds * 1e6),
    };
  }, [run, hostId, referenceId, zeroUs]);
}

/** The least that is zoomed to, in readings and in time: less shows no lines, and has no labels. */
const LEAST_READINGS = 4;
const LEAST_US = 2e6;

export const leastUsOf = (run: Run): number =>
  Math.max(LEAST_US, (LEAST_READINGS * 1e6) / (run.spec.samplesPerSecond ?? 1));

/** The stretch that is zoomed to, by the clock of a host; null: none. */
export function useZoomOn(hostId: string): Stretch | null {
  const [zoom] = useZoom();
  const { toUs } = useStripClock(hostId);
  const { from = null, to = null } = zoom ?? {};
  return useMemo(
    () => (from === null || to === null ? null : { fromUs: toUs(from), toUs: toUs(to) }),
    [from, to, toUs],
  );
}

export interface LinkedStrip {
  cursorUs: number | null;
  onCursor: (cursorUs: number | null) => void;
  picks: TimePicks;
  /** Where the cursor came from, when that is another host; `shift` is null where nothing lines the clocks up. */
  from: { hostId: string; shift: ClockShift | null } | null;
}

/** The cursor of all strips as one host has it. */
export function useLinkedStrip(hostId: string): LinkedStrip {
  const { run, held, change } = useLinked();
  const [, setZoom] = useZoom();
  const { toSeconds } = useStripClock(hostId);
  const here = ({ hostId: from, atUs }: Moment): number => atUs + (clockShift(run, from, hostId, atUs)?.shiftUs ?? 0);
  const cursor = held.over ?? held.pinned;
  const { mark } = held;
  const moment = (atUs: number | null): Moment | null => (atUs === null ? null : { hostId, atUs });
  const zoomTo = (stretch: Stretch | null): void => {
    change({ mark: null });
    if (!stretch) return void setZoom(null);
    const { fromUs, toUs } = atLeast(stretch, leastUsOf(run));
    const seconds: Seconds = { from: toSeconds(fromUs), to: toSeconds(toUs) };
    void setZoom(seconds);
  };
  return {
    cursorUs: cursor && here(cursor),
    onCursor: (atUs) => change({ over: moment(atUs) }),
    from:
      cursor && cursor.hostId !== hostId
        ? { hostId: cursor.hostId, shift: clockShift(run, cursor.hostId, hostId, cursor.atUs) }
        : null,
    picks: {
      pinnedUs: held.pinned && here(held.pinned),
      mark: mark && {
        startUs: here({ hostId: mark.hostId, atUs: mark.startUs }),
        endUs: here({ hostId: mark.hostId, atUs: mark.endUs }),
      },
      onPin: (atUs) => change({ pinned: moment(atUs) }),
      onMark: (next) => change({ mark: next && { hostId, ...next } }),
      onZoom: zoomTo,
    },
  };
}
