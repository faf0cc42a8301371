'use client';

import { Fragment } from 'react';
import type { Finding, Run, RunStep } from '@/api/types';
import { Chip } from '@/components/chip';
import { classNames } from '@/components/class-names';
import { Panel } from '@/components/panel';
import { WideTable } from '@/components/wide-table';
import { doubtsOf } from '@/lib/findings';
import { profilesText } from '@/lib/load-text';
import { isProfiled } from '@/lib/ramp';
import type { Tone } from '@/lib/run-state';
import { LOOP_TEXT } from '@/lib/target-text';
import { AskedCells } from './asked-cell';
import { Doubt } from './doubt';
import { shownPercentiles } from './percentiles';
import { PointCells } from './point-cells';
import { useStepChoice } from './url-state';

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
  const limited = run.steps.some(({ spec }) => spec.loop === 'closed');
  const loops = [...new Set(run.steps.flatMap(({ point }) => point?.latencyMs.loop ?? []))];
  return (
    <Panel title="Steps" aside="choose one to look at its stretch of the time series" flush>
      <WideTable label="Steps">
        <table className="data-table first-stays tight">
          <thead>
            <tr>
              <th scope="col" rowSpan={2}>
                step
              </th>
              <th scope="col" rowSpan={2}>
                {askedTitle(run)}
              </th>
              {limited && (
                <th scope="col" rowSpan={2}>
                  in flight
                  <br />
                  at most
                </th>
              )}
              <th scope="col" rowSpan={2}>
                req/s
              </th>
              <th scope="colgroup" colSpan={percentiles.length} className="!border-b-line !text-center">
                latency, ms{loops.length === 1 && loops[0] ? ` · ${LOOP_TEXT[loops[0]]}` : ''}
              </th>
              <th scope="col" rowSpan={2}>
                MB/s
              </th>
              <th scope="colgroup" colSpan={2} className="!border-b-line !text-center">
                CPU µs/req
              </th>
              <th scope="colgroup" colSpan={2} className="!border-b-line !text-center">
                requests counted
              </th>
              <th scope="col" rowSpan={2}>
                errors
              </th>
              <th scope="col" rowSpan={2} className="left">
                status
              </th>
            </tr>
            <tr>
              {percentiles.map(({ key, label }) => (
                <th key={key} scope="col" className="!px-1.5">
                  {label}
                </th>
              ))}
              <th scope="col">server</th>
              <th scope="col">client</th>
              <th scope="col">by tool</th>
              <th scope="col">by server</th>
            </tr>
          </thead>
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
  chosen: boolean;
  onChoose: () => void;
}

function StepRow({ step, target, doubts, percentiles, namesLoop, limited, chosen, onChoose }: StepRowProps) {
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
        <PointCells
          point={point}
          status={step.status}
          failure={step.failure}
          target={target}
          percentiles={percentiles}
          namesLoop={namesLoop}
        />
        <td className="left">
          <Chip tone={TONES[step.status]}>{step.status}</Chip>
          {point && doubts.length > 0 && (
            <div className="mt-1">
              <Doubt findings={doubts} />
            </div>
          )}
        </td>
      </tr>
      {failure && (
        <tr>
          <td colSpan={(limited ? 11 : 10) + percentiles.length} className="!pt-0 !text-left">
            <p className="sticky left-5 max-w-[min(72ch,calc(100vw-5rem))] whitespace-normal text-sm text-bad">
              {failure.sentence} <code className="font-mono text-xs text-muted">{failure.code}</code>
            </p>
          </td>
        </tr>
      )}
    </Fragment>
  );
}

function askedTitle({ steps }: Run): string {
  const loops = new Set(steps.map(({ spec }) => spec.loop));
  if (loops.size > 1) return 'asked';
  return loops.has('open') ? 'rate asked' : 'connections';
}
