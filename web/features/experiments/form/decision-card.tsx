'use client';

import { METRIC_NEEDS, METRIC_WORDS, METRICS, metricTitle } from '@rules/outcomes/figures';
import { protocolOf, stepText } from '@rules/spec/load-words';
import { isPlannedShort, NOT_STEADY } from '@rules/verdict/measured-seconds';
import { formatDurationUs } from '@rules/words/durations';
import { plural } from '@rules/words/numbers';
import { Dices } from 'lucide-react';
import { Button } from '@/ui/button';
import { controlClass, describedBy, SelectBox } from '@/ui/inputs/control';
import { Field, TextField } from '@/ui/inputs/field';
import { Panel } from '@/ui/panel';
import { drawnSeed, useExperimentDraft } from './experiment-form';
import { decidingSteps } from './read-experiment';
import { ownSecondsText, stepSecondsText } from './step-seconds';

/** Everything that decides it, fixed before the first run. */
export function DecisionCard() {
  const { input, form, draft } = useExperimentDraft();
  return (
    <Panel title="How it is decided" aside="fixed before the first run: no stopping early on a lucky figure">
      <div className="grid gap-x-4 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
        <MetricField />
        <StepField />
        <TextField
          id="marginPercent"
          label="Margin"
          term="margin"
          unit="%"
          inputMode="decimal"
          hint="A smaller difference does not matter to you."
          {...input('marginPercent')}
        />
        <TextField
          id="rounds"
          label="Rounds"
          inputMode="numeric"
          hint="Each runs every configuration once, in random order."
          {...input('rounds')}
        />
        <StepSecondsField />
        <TextField
          id="extensionRounds"
          label="Further rounds, if inconclusive"
          placeholder="none"
          inputMode="numeric"
          hint="Added once if the first answer is inconclusive. Both looks together keep the error rate of one."
          {...input('extensionRounds')}
        />
        {draft.kind === 'comparison' && <ConditionsField />}
        <div className="flex items-start gap-2">
          <TextField
            id="seed"
            label="Seed of the order"
            inputMode="numeric"
            placeholder="drawn when it is planned"
            fieldClass="flex-1"
            hint="The same seed gives the same order."
            {...input('seed')}
            value={draft.seed}
          />
          <Button
            className="mt-[1.375rem] h-8 !px-2"
            title="Draw another seed"
            aria-label="Draw another seed"
            onClick={() => form.setValue('seed', drawnSeed(), { shouldDirty: true })}
          >
            <Dices aria-hidden className="size-4" />
          </Button>
        </div>
      </div>
    </Panel>
  );
}

function MetricField() {
  const { input, draft, errorAt } = useExperimentDraft();
  return (
    <Field
      id="metric"
      label="Primary outcome"
      hint={`${metricTitle(draft.metric)} ${METRIC_NEEDS[draft.metric]}.`}
      error={errorAt('metric')}
    >
      <SelectBox id="metric" {...input('metric')}>
        {METRICS.map((metric) => (
          <option key={metric} value={metric}>
            {METRIC_WORDS[metric].label}
          </option>
        ))}
      </SelectBox>
    </Field>
  );
}

/** For a gate: most experiments ask a question and have none. */
function ConditionsField() {
  const { form, errorAt } = useExperimentDraft();
  const error = errorAt('conditions');
  const hint = 'Optional, one on each line: what has to hold of every variant. Each is met, failed or inconclusive.';
  return (
    <Field id="conditions" label="Conditions" hint={hint} error={error}>
      <textarea
        id="conditions"
        rows={2}
        spellCheck={false}
        placeholder={'throughput >= -2%\nserver CPU per request <= +3%'}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy('conditions', error, hint)}
        className={`${controlClass(Boolean(error))} h-auto py-1.5`}
        {...form.register('conditions')}
      />
    </Field>
  );
}

function StepSecondsField() {
  const { input, baseline, body, specs, runs, wholeUs, designable } = useExperimentDraft();
  const short = specs.some(({ load }) => load.steps.some(isPlannedShort));
  const own = ownSecondsText(
    body.variants.map(({ name }) => name),
    specs,
  );
  return (
    <TextField
      id="stepSeconds"
      label="Seconds per step"
      unit="s"
      inputMode="numeric"
      placeholder={stepSecondsText(baseline.spec)}
      hint={
        <>
          {designable
            ? `In total ${plural(runs, 'run')}, about ${formatDurationUs(wholeUs)}${body.extensionRounds === null ? '' : ', without further rounds'}.`
            : 'Without warm-up and pauses.'}
          {own !== '' && <span className="block">{own}</span>}
          {short && <span className="block text-warn">{NOT_STEADY}</span>}
        </>
      }
      {...input('stepSeconds')}
    />
  );
}

function StepField() {
  const { input, baseline, body, errorAt } = useExperimentDraft();
  const steps = decidingSteps(baseline.spec);
  return (
    <Field
      id="stepIndex"
      label="At step"
      hint="The same step of every configuration, whatever load each asks there. The others are looked at too, corrected for multiple comparisons."
      error={errorAt('stepIndex')}
    >
      <SelectBox id="stepIndex" {...input('stepIndex')} value={String(body.primary.stepIndex)}>
        {steps.map(({ index, step }) => (
          <option key={index} value={String(index)}>
            {`${index + 1}: ${stepText(step, protocolOf(baseline))}`}
          </option>
        ))}
      </SelectBox>
    </Field>
  );
}
