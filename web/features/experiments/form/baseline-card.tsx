'use client';

import Link from 'next/link';
import { useState } from 'react';
import { Button } from '@/ui/button';
import { TextField } from '@/ui/inputs/field';
import { Notice } from '@/ui/notice';
import { Panel } from '@/ui/panel';
import { SideLetter } from '@/ui/side-mark';
import { ChooseBaselineDialog } from './choose-baseline';
import { ConfigurationBrief } from './configuration-brief';
import { useExperimentDraft } from './experiment-form';
import type { BaselineSource } from './experiment-storage';
import { stepSecondsText } from './step-seconds';

const CAME_WITH = { recipe: 'From the recipe', design: 'Of the design that was opened' };

/** The configuration that everything is held against. */
export function BaselineCard() {
  const { input, baseline, draft, read, errorAt, faults, labelOf } = useExperimentDraft();
  const [choosing, setChoosing] = useState(false);
  const { runId, name } = baseline;
  const source: BaselineSource | undefined = runId === null ? baseline.source : { kind: 'run', id: runId, name };
  const obstacles = [...new Set(Object.values(read.obstacles))];
  return (
    <Panel
      title="Baseline"
      aside="repeated as it is in every round"
      actions={<Button onClick={() => setChoosing(true)}>Choose another run</Button>}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <div className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 gap-y-3 md:grid-cols-[auto_minmax(0,14rem)_minmax(0,1fr)]">
          <span className="pt-6">
            <SideLetter index={0} />
          </span>
          <TextField id="baselineName" label="Called" placeholder="baseline" {...input('baselineName')} />
          <div className="col-span-2 min-w-0 md:col-span-1">
            <p className="text-sm [overflow-wrap:anywhere]">
              {source ? (
                <Source source={source} />
              ) : (
                <>
                  {baseline.from === undefined ? 'What stood in New run' : CAME_WITH[baseline.from]}:{' '}
                  <span className="font-medium">{baseline.name}</span>
                </>
              )}
              {faults.stepSeconds === undefined &&
                draft.stepSeconds.trim() !== '' &&
                ` (${stepSecondsText(baseline.spec)} s per step)`}
            </p>
            <ConfigurationBrief spec={baseline.spec} labelOf={labelOf} />
          </div>
        </div>
        {faults.baseline && (
          <div data-field="baseline" tabIndex={-1}>
            <Notice kind="bad" title="This configuration cannot be a baseline">
              {faults.baseline}
            </Notice>
          </div>
        )}
        {errorAt('baseline') && errorAt('baseline') !== faults.baseline && (
          <Notice kind="bad" title="The baseline was refused">
            {errorAt('baseline')}
          </Notice>
        )}
        {obstacles.length > 0 && (
          <Notice kind="warn" title="It could not be run right now">
            {obstacles.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </Notice>
        )}
      </div>
      {choosing && <ChooseBaselineDialog fromKey={baseline.key} onClose={() => setChoosing(false)} />}
    </Panel>
  );
}

function Source({ source: { kind, id, name, sharedSteps } }: { source: BaselineSource }) {
  return (
    <>
      {kind === 'run' ? 'Configuration of ' : 'Baseline of '}
      <Link
        href={kind === 'run' ? `/runs/${id}` : `/experiments/${id}`}
        className="font-medium text-accent underline-offset-2 hover:underline"
      >
        {name}
      </Link>
      {sharedSteps && ', with the steps that all compared runs have'}
    </>
  );
}
