import type { HistoryEpoch, HistoryPoint } from '@contract/benchmark';
import type { ComparedMetric } from '@contract/comparison';
import { againstText, isAgainstItself } from '@rules/watch/point-answer';
import { plural } from '@rules/words/numbers';
import Link from 'next/link';
import { When } from '@/ui/when';
import { figureWithUnit, PointFigure } from '../newest-answer';
import { revisionName } from '../revision-name';

interface PointToldProps {
  point: HistoryPoint | null;
  metric: ComparedMetric;
  epochs: HistoryEpoch[];
}

/** What stands under the pointer, or where the arrow keys have led. */
export function PointTold({ point, metric, epochs }: PointToldProps) {
  return (
    <p className="my-2 min-h-10 text-sm" aria-live="polite">
      {point ? (
        <Told point={point} metric={metric} epochs={epochs} />
      ) : (
        <span className="text-muted">
          <span className="pointer-coarse:hidden">Click a point to open its experiment. Drag to zoom.</span>
          <span className="pointer-fine:hidden">Tap a point to read it, and again to open it.</span>
        </span>
      )}
    </p>
  );
}

function Told({ point, metric, epochs }: { point: HistoryPoint } & Omit<PointToldProps, 'point'>) {
  const { revision, subject, experimentId, candidate, reference, rounds, measuredAtUs, epoch } = point;
  const sides =
    candidate === null || isAgainstItself(point)
      ? null
      : `${figureWithUnit(reference, metric)} → ${figureWithUnit(candidate, metric)}`;
  return (
    <>
      <Link href={`/experiments/${experimentId}`} className="font-medium text-accent hover:underline" title={revision}>
        {revisionName(revision)}
      </Link>{' '}
      {subject && `${subject} · `}
      <PointFigure point={point} metric={metric} />
      <span className="block text-xs text-muted">
        {[sides, point.gap === null && againstText(point), rounds > 0 && plural(rounds, 'round')]
          .filter(Boolean)
          .map((part) => `${part} · `)}
        {epochs.length > 1 && `epoch ${epoch + 1} · `}
        <When atUs={measuredAtUs} />
      </span>
    </>
  );
}
