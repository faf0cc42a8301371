'use client';

import type { Run } from '@contract/run';
import { ZoomIn, ZoomOut } from 'lucide-react';
import { halfOf } from '@/charts/stretch';
import type { StripView } from '@/charts/strip-spans';
import { useStepChoice, useZoom } from '@/features/run/url-state';
import { formatOffset } from '@/lib/time';
import { Button } from '@/ui/button';
import { AnnotateButton } from './annotations-panel';
import { type LinkedStrip, leastUsOf } from './linked-strips';

interface ZoomBarProps {
  run: Run;
  hostId: string;
  view: StripView;
  linked: LinkedStrip;
}

/** What of the run is shown, and the way in and out by buttons: a finger scrolls the page, and does not drag. */
export function ZoomBar({ run, hostId, view, linked: { cursorUs, picks } }: ZoomBarProps) {
  const [zoom, setZoom] = useZoom();
  const [step] = useStepChoice();
  const leastUs = leastUsOf(run);
  const at = (us: number): string => formatOffset((us - view.zeroUs) / 1e6);
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2 text-xs text-muted print:hidden">
      <Button
        disabled={view.toUs - view.fromUs <= leastUs}
        onClick={() => picks.onZoom(halfOf(view, cursorUs ?? (view.fromUs + view.toUs) / 2, leastUs))}
      >
        <ZoomIn aria-hidden className="size-3.5" />
        Zoom in
      </Button>
      <AnnotateButton hostId={hostId} fallbackUs={(view.fromUs + view.toUs) / 2} />
      {zoom && (
        <Button onClick={() => void setZoom(null)}>
          <ZoomOut aria-hidden className="size-3.5" />
          {step === null ? 'Whole run' : `Whole step ${step}`}
        </Button>
      )}
      {zoom ? (
        <span role="status">{`Shown: ${at(view.fromUs)} to ${at(view.toUs)}, all hosts`}</span>
      ) : (
        <span className="max-sm:hidden">
          Drag to zoom, Shift-drag to mark. Keys: arrows, Shift+arrows to mark, Enter to zoom, Escape back.
        </span>
      )}
    </div>
  );
}
