'use client';

import { Fragment } from 'react';
import type { Finding, Run, RunStep } from '@/api/types';
import { Chip } from '@/components/chip';
import { classNames } from '@/components/class-names';
import { Panel } from '@/components/panel';
import { WideTable } from '@/components/wide-table';
import { doubtsOf } from '@/lib/findings';
import { formatCount } from '@/lib/format';
import type { Tone } from '@/lib/run-state';
import { LOOP_TEXT } from '@/lib/target-text';
import { TOOLS } from '@/lib/tools';
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
  const loop = run.steps.find(({ point }) => point)?.point?.latencyMs.loop ?? TOOLS[run.spec.load.tool].loop;
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
                connections
              </th>
              <th scope="col" rowSpan={2}>
                in flight
                <br />
                at most
              </th>
              <th scope="col" rowSpan={2}>
                req/s
              </th>
              <th scope="colgroup" colSpan={percentiles.length} className="!border-b-line !text-center">
                latency, ms · {LOOP_TEXT[loop]}
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
                <th key={key} scope="col" className="!px-2">
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
                doubts={doubtsOf(run.findings, step.index)}
                percentiles={percentiles}
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
  doubts: Finding[];
  percentiles: ReturnType<typeof shownPercentiles>;
  chosen: boolean;
  onChoose: () => void;
}

function StepRow({ step, doubts, percentiles, chosen, onChoose }: StepRowProps) {
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
        </td>
        <td>
          {formatCount(spec.connections)}
          <Established
            asked={point?.connectionsAsked ?? spec.connections}
            established={point?.connectionsEstablished}
          />
        </td>
        <td>
          {formatCount(point?.inFlightMax ?? spec.connections * spec.pipelining)}
          {spec.pipelining > 1 && <div className="text-xs text-muted">{formatCount(spec.pipelining)} deep</div>}
        </td>
        <PointCells point={point} status={step.status} failure={step.failure} percentiles={percentiles} />
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
          <td colSpan={11 + percentiles.length} className="!pt-0 !text-left">
            <p className="sticky left-5 max-w-[min(72ch,calc(100vw-5rem))] whitespace-normal text-sm text-bad">
              {failure.sentence} <code className="font-mono text-xs text-muted">{failure.code}</code>
            </p>
          </td>
        </tr>
      )}
    </Fragment>
  );
}

function Established({ asked, established }: { asked: number; established: number | null | undefined }) {
  if (established === undefined) return null;
  if (established === null)
    return (
      <div className="text-xs text-muted" title="Connections on the target's port were not counted in this step">
        not counted
      </div>
    );
  const short = established < asked * 0.98;
  return (
    <div
      className={classNames('text-xs', short ? 'text-warn' : 'text-muted')}
      title={`${formatCount(established)} established on the target's port of ${formatCount(asked)} asked`}
    >
      {established === asked ? 'all' : `${formatCount(established)} of ${formatCount(asked)}`} open
    </div>
  );
}
