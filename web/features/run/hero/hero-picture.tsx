'use client';

import type { Run } from '@contract/run';
import type { RunStep } from '@contract/step';
import { protocolOf, stepText } from '@rules/spec/load-words';
import type { ReactNode } from 'react';
import { reachOf } from '@/charts/distribution';
import { TailChart } from '@/charts/tail-chart';
import { LOOP_TEXT } from '@/lib/target-text';
import { SideMark } from '@/ui/side-mark';
import { rampOf } from '../steps/ramp-points';
import { RampView, rampTitle } from '../steps/ramp-view';
import { SearchAnswer } from '../steps/search-panel';
import { knownCurve } from './known-curve';

/**
 * The picture that tells most: of several steps their curve with what limited each, of one step how its latency is spread; before
 * any was measured what the hosts did.
 */
export const HeroPicture = ({ run, strip }: { run: Run; strip: ReactNode }) => (
  <>
    <SearchAnswer run={run} />
    <Picture run={run} strip={strip} />
  </>
);

function Picture({ run, strip }: { run: Run; strip: ReactNode }) {
  const ramp = rampOf(run);
  if (ramp.points.length > 1) {
    return (
      <>
        <Title>{rampTitle(ramp)}</Title>
        <RampView ramp={ramp} />
      </>
    );
  }
  const measured = run.steps.filter(({ point }) => point !== null);
  const one = measured.find(({ index }) => index === run.best?.stepIndex) ?? measured[0];
  const isBest = one !== undefined && one.index === run.best?.stepIndex;
  const named = isBest || !one ? 'the best step' : `step ${one.index + 1}`;
  const points = one ? pointsOf(one) : [];
  if (one?.point && points.length > 1) {
    const label = `${one.index + 1}: ${stepText(one.spec, protocolOf(run))}`;
    return (
      <>
        <Title>
          Latency by percentile, {LOOP_TEXT[one.point.latencyMs.loop]}
          {isBest ? '' : `, of step ${one.index + 1}, whose figure is ${one.verdict?.validity ?? 'not judged'}`}
        </Title>
        <TailChart
          curves={[{ side: 0, label, points, resolutionUs: one.point.latencyMs.resolutionUs }]}
          label={`Latency of ${named} by percentile`}
          mark={({ side }) => <SideMark index={side} />}
        />
      </>
    );
  }
  const why = one ? `no latency is known of ${named}` : 'no step was measured';
  return strip ?? <p className="text-sm text-muted">Nothing to draw: {why}.</p>;
}

/** Out to the slowest request where there is a histogram, else between the percentiles that are known. */
const pointsOf = ({ point }: RunStep) =>
  point
    ? point.distribution?.length
      ? reachOf(point.distribution, point.requests, point.latencyMs.max)
      : knownCurve(point.latencyMs)
    : [];

const Title = ({ children }: { children: ReactNode }) => (
  <h2 className="mb-2 text-xs text-muted max-sm:mb-0">{children}</h2>
);
