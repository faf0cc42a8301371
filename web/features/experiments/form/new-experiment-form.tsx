'use client';

import type { Host } from '@contract/host';
import { useRef } from 'react';
import { LaunchCard } from '@/features/experiments/cloud/launch-card';
import { focusFirst, unfoldAndFocus } from '@/features/new-run/focus-fault';
import { BaselineCard } from './baseline-card';
import { DecisionCard } from './decision-card';
import { DesignPanel } from './design-panel';
import { type Baseline, ExperimentFormProvider, useExperimentForm } from './experiment-form';
import { forgetExperiment } from './experiment-storage';
import { QuestionCard } from './question-card';
import { useCreateExperiment } from './submission';
import { VariantsCard } from './variants-card';

interface NewExperimentFormProps {
  hosts: Host[];
  baseline: Baseline;
  /** Begins anew with what is stored by then. */
  restart: () => void;
}

export function NewExperimentForm({ hosts, baseline, restart }: NewExperimentFormProps) {
  const experiment = useExperimentForm(hosts, baseline);
  const { create, launches } = useCreateExperiment(baseline.key);
  const element = useRef<HTMLFormElement>(null);
  const { faults, body, specs, draft, launch, read } = experiment;

  const submit = (start: boolean): void => {
    if (create.isPending || create.isSuccess) return;
    if (Object.keys(faults).length > 0) {
      experiment.showAll();
      requestAnimationFrame(() => focusFirst(element.current, (field) => field in faults));
      return;
    }
    create.mutate(
      { body, specs, launch, hostOf: read.places.hostOf, start },
      {
        onError: (error) => {
          experiment.refuse(error);
          // Once what is refused is on the page.
          requestAnimationFrame(() => {
            const invalid = element.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
            const shown = invalid ?? document.getElementById('experiment-refused');
            if (shown) unfoldAndFocus(shown);
          });
        },
      },
    );
  };
  const startOver = (): void => {
    forgetExperiment(baseline.key);
    restart();
  };
  return (
    <ExperimentFormProvider value={experiment}>
      <form
        ref={element}
        noValidate
        className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]"
        onSubmit={(event) => {
          event.preventDefault();
          submit(true);
        }}
      >
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
          <QuestionCard />
          <BaselineCard />
          {baseline.launch && <LaunchCard handed={baseline.launch} />}
          {draft.kind === 'comparison' && <VariantsCard />}
          <DecisionCard />
        </div>
        <DesignPanel
          busy={create.isPending || create.isSuccess}
          error={create.error}
          launchId={launches.launchId}
          onPlan={() => submit(false)}
          onStartOver={startOver}
        />
      </form>
    </ExperimentFormProvider>
  );
}
