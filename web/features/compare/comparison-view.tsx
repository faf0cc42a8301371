'use client';

import type { Comparison } from '@contract/comparison';
import type { RunSeries } from '@contract/samples';
import { shorten } from '@rules/spec/shorten';
import { type ReactNode, useMemo } from 'react';
import { PicturesOf } from '@/charts/save/picture-menu';
import { readingOrder } from '@/ui/sides';
import { usePrint } from '../shell/print';
import { CurvesPanel } from './curves/curves-panel';
import { DistributionsPanel } from './curves/distributions-panel';
import type { FinerStrip } from './curves/finer-sides';
import { HostsPanel } from './curves/hosts-panel';
import { RoundsPanel } from './curves/rounds-panel';
import { FlameDifference } from './flame/flame-difference';
import { OutcomesPanel } from './outcomes/outcomes-panel';
import { ResultPanel } from './result/result-panel';
import { WhyPanel } from './result/why-panel';
import { SettingsPanel } from './settings-panel';
import { type SideControls, SidesBar } from './sides-bar';
import { StepsPanel } from './steps-panel';
import { WallsPanel } from './walls-panel';
import { WarningsPanel } from './warnings-panel';

/** Of both runs above a saved picture. */
const NAME_CHARACTERS = 90;

interface ComparisonViewProps {
  comparison: Comparison;
  /** The series of each run by its id; a run without has none to show. */
  series: Record<string, RunSeries | undefined>;
  /** Of parts of long runs; absent in a document, which holds all readings. */
  finer?: FinerStrip;
  /** Said in place of host charts while series are not there. */
  seriesNotice?: ReactNode;
  /** Null: nothing can be changed, as in a document that was frozen. */
  controls: SideControls | null;
  /** Where a run's own page is; null: nowhere that a reader may go. */
  runHref: (runId: string) => string | null;
}

/** A whole comparison from what it is given: it fetches nothing. What is looked at stands in the URL. */
export function ComparisonView({ comparison, series, finer, seriesNotice, controls, runHref }: ComparisonViewProps) {
  const order = useMemo(
    () =>
      readingOrder(
        comparison.runs.map(({ id }) => id),
        comparison.baselineRunId,
      ),
    [comparison],
  );
  usePrint();
  return (
    <PicturesOf value={shorten(order.map((index) => comparison.runs[index]?.name).join(' / '), NAME_CHARACTERS)}>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
        <SidesBar comparison={comparison} controls={controls} runHref={runHref} />
        <ResultPanel comparison={comparison} frozen={controls === null} />
        <WarningsPanel warnings={comparison.warnings} />
        <CurvesPanel comparison={comparison} order={order} />
        <RoundsPanel comparison={comparison} />
        <OutcomesPanel comparison={comparison} />
        <WhyPanel comparison={comparison} />
        <SettingsPanel comparison={comparison} order={order} />
        <WallsPanel comparison={comparison} />
        <StepsPanel comparison={comparison} order={order} />
        <DistributionsPanel comparison={comparison} order={order} />
        {controls && <FlameDifference comparison={comparison} />}
        {comparison.runs.some(({ imported }) => !imported) && (
          <HostsPanel comparison={comparison} order={order} {...{ series, finer }} notice={seriesNotice} />
        )}
      </div>
    </PicturesOf>
  );
}
