import type { HistorySeries } from '@contract/benchmark';
import { intervalText } from '@rules/outcomes/answer';
import { metricTitle } from '@rules/outcomes/figures';
import { againstText, ownFigure, POINT_WORDS, pointKind } from '@rules/watch/point-answer';
import { formatDifference } from '@rules/words/numbers';
import Link from 'next/link';
import { KindChip } from '@/features/compare/outcomes/outcome-chip';
import { Panel } from '@/ui/panel';
import { unbroken } from '@/ui/unbroken';
import { When } from '@/ui/when';
import { headlineFigure } from '../newest-answer';
import { revisionName } from '../revision-name';

/** What came of the newest revision: of the branch, whenever it was measured. */
export function NewestPanel({
  series: { points, metric },
  marginPercent,
}: {
  series: HistorySeries;
  marginPercent: number;
}) {
  const newest = points.at(-1);
  if (!newest) return null;
  const { ratio, gap, revision, subject, experimentId, measuredAtUs } = newest;
  const kind = pointKind(newest, metric, marginPercent);
  const interval = intervalText(newest);
  const alone = newest.against === null;
  return (
    <Panel>
      <div className="flex flex-wrap items-end gap-x-6 gap-y-2">
        <div className="min-w-0">
          <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            {gap !== null || ratio === null ? (
              <span className="text-lg font-semibold text-warn">No value: {gap}</span>
            ) : (
              <>
                <span className="text-3xl font-semibold tracking-tight">
                  {alone ? headlineFigure(ownFigure(newest), metric) : formatDifference(ratio - 1)}
                </span>
                <span className="text-muted">{unbroken(intervalWords(interval, alone))}</span>
                {kind && <KindChip kind={kind} text={POINT_WORDS[kind]} />}
              </>
            )}
          </p>
          <p className="mt-0.5 text-sm [overflow-wrap:anywhere]">
            {metricTitle(metric)} of{' '}
            <span className="font-medium" title={revision}>
              {revisionName(revision)}
            </span>
            {subject && ` ‘${subject}’`}
            {gap === null && !alone && ` ${againstText(newest)}`}
            <span className="text-muted">
              , <When atUs={measuredAtUs} />
            </span>
          </p>
        </div>
        <Link href={`/experiments/${experimentId}`} className="ml-auto text-sm text-accent hover:underline max-sm:ml-0">
          Its experiment
        </Link>
      </div>
    </Panel>
  );
}

function intervalWords(interval: string | null, alone: boolean): string {
  if (interval === null) return 'no interval';
  return alone ? `noise: the same build twice differs by ${interval}` : `95 % interval ${interval}`;
}
