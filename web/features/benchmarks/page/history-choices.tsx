'use client';

import type { HistorySeries } from '@contract/benchmark';
import type { ComparedMetric } from '@contract/comparison';
import { METRIC_WORDS, METRICS } from '@rules/outcomes/figures';
import { Button } from '@/ui/button';
import { SelectBox } from '@/ui/inputs/control';
import { Segmented } from '@/ui/inputs/segmented';
import type { HistoryAxis, HistoryView } from '../url-state';

interface Choices {
  metric: ComparedMetric;
  stepIndex: number;
  view: HistoryView;
  by: HistoryAxis;
}

interface HistoryChoicesProps {
  series: HistorySeries[];
  shown: Choices;
  /** Every build was measured against itself. */
  alone: boolean;
  zoomed: boolean;
  change: (to: {
    metric?: ComparedMetric;
    step?: number;
    view?: HistoryView;
    by?: HistoryAxis;
    zoom?: null;
  }) => unknown;
}

/** Which metric of which step, how, and along what. */
export function HistoryChoices({ series, shown, alone, zoomed, change }: HistoryChoicesProps) {
  const steps = [...new Set(series.map(({ stepIndex }) => stepIndex))].sort((a, b) => a - b);
  const metrics = METRICS.filter((metric) => series.some((one) => one.metric === metric));
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      <SelectBox
        aria-label="Metric"
        className="!w-auto"
        value={shown.metric}
        onChange={({ target }) => change({ metric: target.value as ComparedMetric })}
      >
        {metrics.map((metric) => (
          <option key={metric} value={metric}>
            {METRIC_WORDS[metric].label}
          </option>
        ))}
      </SelectBox>
      {steps.length > 1 && (
        <SelectBox
          aria-label="Step"
          className="!w-auto"
          value={String(shown.stepIndex + 1)}
          onChange={({ target }) => change({ step: Number(target.value) })}
        >
          {steps.map((step) => (
            <option key={step} value={String(step + 1)}>
              step {step + 1}
            </option>
          ))}
        </SelectBox>
      )}
      <Segmented
        label="What is drawn"
        value={shown.view}
        onChange={(view) => change({ view })}
        options={[
          { value: 'change', label: alone ? 'Noise' : 'Change' },
          { value: 'figures', label: 'Figures' },
        ]}
      />
      <Segmented
        label="Along"
        value={shown.by}
        onChange={(by) => change({ by, zoom: null })}
        options={[
          { value: 'revisions', label: 'Revisions' },
          { value: 'days', label: 'Days' },
        ]}
      />
      {zoomed && <Button onClick={() => change({ zoom: null })}>Show all</Button>}
    </div>
  );
}
