'use client';

import type { Benchmark } from '@contract/benchmark';
import { METRIC_WORDS } from '@rules/outcomes/figures';
import { besideBuilds } from '@rules/spec/revision-words';
import { plannedPointUs } from '@rules/watch/experiment-of-point';
import { formatDurationUs } from '@rules/words/durations';
import { plural } from '@rules/words/numbers';
import { useMemo } from 'react';
import { shortId } from '@/features/draft/host-label';
import { ConfigurationBrief } from '@/features/experiments/form/configuration-brief';
import { useHosts } from '@/features/hosts/hosts-query';
import { Fold } from '@/ui/fold';
import { BudgetBy } from '../budgets/budget-by';
import { budgetText } from '../budgets/budget-words';
import { revisionName } from '../revision-name';

/** What is measured of each revision, and against what. */
export function DesignPanel({
  benchmark: { design, primary, marginPercent, version, budgets },
}: {
  benchmark: Benchmark;
}) {
  const hosts = useHosts();
  const labelOf = useMemo(() => {
    const names = new Map(hosts.data?.hosts.map(({ id, name }) => [id, name]));
    return (id: string): string => names.get(id) ?? `host ${shortId(id)}`;
  }, [hosts.data]);
  const { rounds, reference, spec } = design;
  const against = reference === null ? 'itself' : revisionName(reference);
  const brief = `${plural(rounds, 'round')} against ${against}, ${METRIC_WORDS[primary.metric].label} at step ${primary.stepIndex + 1}, margin ±${marginPercent} %`;
  return (
    <Fold id="design" title="Design" summary={brief}>
      <dl className="grid gap-x-4 gap-y-1.5 text-sm sm:grid-cols-[max-content_minmax(0,1fr)]">
        <Fact name="Reference">
          {reference === null ? (
            'none: each build is measured against itself'
          ) : (
            <span className="font-mono text-xs [overflow-wrap:anywhere]">{reference}</span>
          )}
        </Fact>
        <Fact name="Rounds">
          {rounds}, a point takes about {formatDurationUs(plannedPointUs(design))}
          {besideBuilds([spec])}
        </Fact>
        <Fact name="Watched by">
          {METRIC_WORDS[primary.metric].label} at step {primary.stepIndex + 1}
        </Fact>
        <Fact name="Margin">±{marginPercent} %</Fact>
        {budgets.map((budget) => (
          <Fact key={`${budget.metric} ${budget.stepIndex} ${budget.of}`} name="Budget">
            {budgetText(budget)}: {budget.reason} <BudgetBy budget={budget} />
          </Fact>
        ))}
        <Fact name="Version">{version.number}</Fact>
        <Fact name="Configuration">
          <ConfigurationBrief spec={spec} labelOf={labelOf} />
        </Fact>
      </dl>
    </Fold>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-2 sm:contents">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}
