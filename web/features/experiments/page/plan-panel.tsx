'use client';

import type { ShownExperiment as Experiment } from '@contract/experiment';
import { METRIC_WORDS } from '@rules/outcomes/figures';
import { protocolOf } from '@rules/spec/load-words';
import { plural } from '@rules/words/numbers';
import type { ReactNode } from 'react';
import { againstText } from '@/features/compare/outcomes/row-text';
import { DesignFigures } from '@/features/experiments/form/design-figures';
import { FactRow } from '@/features/hosts/host-facts';
import { Fold } from '@/ui/fold';
import { When } from '@/ui/when';

/** What was fixed before the first run, and what that could show. */
export function PlanPanel({ experiment }: { experiment: Experiment }) {
  const { primary, configurations, extensionRounds, extended, design, hypothesis } = experiment;
  const asked = configurations.flatMap(({ spec }) => {
    const step = spec.load.steps[primary.stepIndex];
    return step ? [{ step, protocol: protocolOf({ spec }) }] : [];
  });
  return (
    <Fold
      id="plan"
      title="Plan"
      summary={`${plural(experiment.rounds, 'round')} of ${plural(configurations.length, 'configuration')} in random order, fixed before the first run`}
    >
      <div className="grid gap-x-10 gap-y-6 lg:grid-cols-2">
        <dl className="grid content-start gap-2.5">
          <FactRow name="Hypothesis">
            {hypothesis === '' ? (
              <Quiet>none was written</Quiet>
            ) : (
              <span className="whitespace-pre-wrap">{hypothesis}</span>
            )}
          </FactRow>
          <FactRow name="Primary outcome">
            {METRIC_WORDS[primary.metric].label}
            <Quiet block>
              step {primary.stepIndex + 1}
              {asked.length > 0 && `: ${againstText(asked)}`}
            </Quiet>
          </FactRow>
          <FactRow name="Margin">
            {Number(experiment.marginPercent.toPrecision(3))} % <Quiet>a smaller difference does not matter</Quiet>
          </FactRow>
          <FactRow name="Rounds">
            {plural(experiment.rounds, 'round')} of {plural(configurations.length, 'configuration')}
            <Quiet block>
              in random order, seed <span className="font-mono text-xs">{experiment.seed}</span>
            </Quiet>
          </FactRow>
          <FactRow name="Extension">
            {extensionRounds === null ? <Quiet>none declared</Quiet> : extensionText(extensionRounds, extended)}
          </FactRow>
          <FactRow name="Hosts">{experiment.hostNames.join(', ')}</FactRow>
          <FactRow name="Asked">
            {experiment.createdByName && `by ${experiment.createdByName}, `}
            <When atUs={experiment.createdAtUs} />
          </FactRow>
        </dl>
        <DesignFigures design={design} metric={primary.metric} planned={experiment} />
      </div>
    </Fold>
  );
}

function extensionText(rounds: number, extended: boolean | null): string {
  const declared = `${plural(rounds, 'further round')}, if the first look is inconclusive`;
  if (extended === null) return declared;
  return `${declared}: ${extended ? 'it was, so they are part of it' : 'it was not, and they were not run'}`;
}

function Quiet({ children, block }: { children: ReactNode; block?: boolean }) {
  return <span className={block ? 'block text-muted' : 'text-muted'}>{children}</span>;
}
