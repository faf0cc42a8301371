'use client';

import type { ShownExperiment as Experiment } from '@contract/experiment';
import type { ReactNode } from 'react';
import { ExperimentChips } from '@/features/experiments/experiment-chips';
import { usePrint } from '@/features/shell/print';
import { PageHead } from '@/ui/page-head';
import { ConfigurationsPanel } from './configurations-panel';
import { DesignCaveats, DesignPanel } from './design-panel';
import { ExperimentResult } from './experiment-result';
import { FindingPanel } from './finding-panel';
import { GatePanel } from './gate-panel';
import { PlanPanel } from './plan-panel';
import { ProgressPanel } from './progress-panel';
import { RoundsPanel } from './rounds-panel';
import { SupersedingNotices } from './superseding-notices';

interface ExperimentViewProps {
  experiment: Experiment;
  readAtMs: number;
  parent: { href: string; label: string };
  actions: ReactNode;
  notice?: ReactNode;
}

export function ExperimentView({ experiment, readAtMs, parent, actions, notice }: ExperimentViewProps) {
  usePrint();
  const done = experiment.status === 'done';
  return (
    <>
      <PageHead
        title={experiment.question}
        parent={parent}
        chips={<ExperimentChips experiment={experiment} />}
        actions={actions}
      />
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
        {notice}
        <SupersedingNotices experiment={experiment} />
        {!done && <DesignPanel experiment={experiment} />}
        {!done && <ProgressPanel experiment={experiment} readAtMs={readAtMs} />}
        {!done && <GatePanel experiment={experiment} />}
        {!done && <DesignCaveats warnings={experiment.design.warnings} />}
        {done && <ExperimentResult experiment={experiment} finding={<FindingPanel experiment={experiment} />} />}
        <PlanPanel experiment={experiment} />
        <ConfigurationsPanel experiment={experiment} />
        <RoundsPanel experiment={experiment} />
      </div>
    </>
  );
}
