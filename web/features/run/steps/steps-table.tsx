'use client';

import type { Run } from '@contract/run';
import type { RunStep } from '@contract/step';
import type { Finding } from '@contract/verdict';
import { profilesText } from '@rules/spec/load-words';
import { Fragment } from 'react';
import { useStepChoice } from '@/features/run/url-state';
import { Doubt } from '@/features/run/verdict/doubt';
import { doubtsOf } from '@/features/run/verdict/findings';
import { isProfiled } from '@/lib/ramp';
import type { Tone } from '@/lib/run-state';
import { Chip } from '@/ui/chip';
import { classNames } from '@/ui/class-names';
import { Panel } from '@/ui/panel';
import { WideTable } from '@/ui/wide-table';
import { AskedCells } from './asked-cell';
import { judgedSteps } from './chosen-steps';
import { Little, WallCell } from './judged-cells';
import { shownPercentiles } from './percentiles';
import { PointCells } from './point-cells';
import { StepsHead } from './steps-head';

const TONES: Record<RunStep['status'], Tone> = {
  planned: 'plain',
  running: 'live',
  measured: 'ok',
  failed: 'bad',
  skipped: 'plain',
};

export function StepsTable({ run }: { run: Run }) {
  const [choice, setChoice] = useStepChoice();
  const percentiles = shownPercentiles(run.steps);
  const judged = judgedSteps(run.steps).length > 0;
  const limited = run.steps.some(({ spec }) => spec.loop === 'closed');
  const loops = [...new Set(run.steps.flatMap(({ point }) => point?.latencyMs.loop ?? []))];
  return (
    <Panel
      title="Steps"
      aside={`choose one to look at its evidence${run.imported ? '' : ' and its stretch of the time series'}`}
      flush
    >
      <WideTable label="Steps">
        <table className="data-table first-stays tight">
          <StepsHead run={run} percentiles={percentiles} loops={loops} limited={limited} judged={judged} />
          <tbody>
            {run.steps.map((step) => (
              <StepRow
                key={step.index}
                step={step}
                target={run.spec.target}
                doubts={doubtsOf(run.findings, step.index)}
                percentiles={percentiles}
                namesLoop={loops.length > 1}
                limited={limited}
                judged={judged}
                chosen={choice === step.index + 1}
                onChoose={() => setChoice(choice === step.index + 1 ? null : step.index + 1)}
              />
            ))}
          </tbody>
        </table>
      </WideTable>
    </Panel>
  );
}

interface StepRowProps {
  step: RunStep;
  target: Run['spec']['target'];
  doubts: Finding[];
  percentiles: ReturnType<typeof shownPercentiles>;
  /** Steps of this run have latencies of different kinds: each says which. */
  namesLoop: boolean;
  /** Some step has a limit to what is in flight. */
  limited: boolean;
  /** Some step has a verdict. */
  judged: boolean;
  chosen: boolean;
  onChoose: () => void;
}

function StepRow({ step, target, doubts, percentiles, namesLoop, limited, judged, chosen, onChoose }: StepRowProps) {
  const { spec, point, failure } = step;
  return (
    <Fragment>
      <tr className={classNames(chosen && '[&>td]:bg-accent-soft', failure && '[&>td]:!border-b-0')}>
        <td>
          <button
            type="button"
            aria-pressed={chosen}
            onClick={onChoose}
            title={chosen ? 'Look at the whole run again' : `Look at step ${step.index + 1} in the time series`}
            className="min-w-7 rounded-control border border-line-strong px-1.5 text-center font-medium hover:bg-raised aria-pressed:border-accent aria-pressed:text-accent"
          >
            {step.index + 1}
          </button>
          {isProfiled(spec) && (
            <div
              className="text-xs text-muted"
              title={`A repetition of its own for profiles (${profilesText(spec.profiles)}): its figures stand apart from best, curves and comparisons`}
            >
              profiled
            </div>
          )}
        </td>
        <AskedCells spec={spec} point={point} limited={limited} />
        {judged && limited && (
          <td>
            <Little step={step} />
          </td>
        )}
        <PointCells
          point={point}
          status={step.status}
          failure={step.failure}
          target={target}
          percentiles={percentiles}
          namesLoop={namesLoop}
          wall={judged ? <WallCell step={step} /> : null}
        />
        <td className="left">
          <Chip tone={TONES[step.status]}>{step.status}</Chip>
          {point && !step.verdict && doubts.length > 0 && (
            <div className="mt-1">
              <Doubt findings={doubts} />
            </div>
          )}
        </td>
      </tr>
      {failure && (
        <tr>
          <td
            colSpan={(limited ? 11 : 10) + (judged ? 1 : 0) + (judged && limited ? 1 : 0) + percentiles.length}
            className="!pt-0 !text-left"
          >
            <p className="sticky left-5 max-w-[min(72ch,calc(100vw-5rem))] whitespace-normal text-sm text-bad">
              {failure.sentence} <code className="font-mono text-xs text-muted">{failure.code}</code>
            </p>
          </td>
        </tr>
      )}
    </Fragment>
  );
}
