'use client';

import type { LoadProfile, StepSpec } from '@contract/load';
import { TOOLS } from '@contract/tools';
import { profilesText } from '@rules/spec/load-words';
import { besideBuilds } from '@rules/spec/revision-words';
import { formatDuration } from '@rules/words/durations';
import { ABSENT, formatBitsPerSecond, formatCount, formatPercent, formatShort, plural } from '@rules/words/numbers';
import { useDraft } from '@/features/new-run/draft-form';
import { type Setup, setupOf, workersOf } from '@/features/new-run/run-setup';
import { inFlightMax, wholeRunSeconds } from './estimate';
import { LoadPicture } from './load-picture';

export function Plan() {
  const { run, hostOf } = useDraft();
  const { load } = run.spec;
  const setup = setupOf(run.spec, hostOf);
  return (
    <div>
      <p className="text-xs text-muted">{durationLabel(load)}</p>
      <p className="text-2xl font-semibold tracking-tight">about {formatDuration(wholeRunSeconds(load))}</p>
      <p className="text-xs text-muted">
        for {load.search ? 'steps planned as the search goes' : plural(load.steps.length, 'step')}
        {load.warmupSeconds > 0 && `, ${load.warmupSeconds} s warm-up each`}
        {load.pauseSeconds > 0 && load.steps.length > 1 && `, ${load.pauseSeconds} s pauses`}, preparing and restoring
        {besideBuilds([run.spec])}
      </p>
      <LoadPicture load={load} />
      {setup && <NicUse setup={setup} />}
      <details className="mt-2 text-xs">
        <summary className="cursor-pointer rounded-control text-accent underline-offset-2 hover:underline">
          {load.search ? 'First step' : 'Each step'}
        </summary>
        <StepTable steps={load.steps} setup={setup} searched={load.search !== null} />
      </details>
    </div>
  );
}

function durationLabel({ search }: Pick<LoadProfile, 'search'>): string {
  return search === null ? 'Duration' : 'Duration, usually at the longest';
}

interface StepTableProps {
  steps: StepSpec[];
  setup: Setup | null;
  searched: boolean;
}

function StepTable({ steps, setup, searched }: StepTableProps) {
  const { run, abilities } = useDraft();
  const { worker } = TOOLS[run.spec.load.tool];
  const many = worker === 'process' ? 'processes' : `${worker}s`;
  const withWorkers = abilities?.workers !== 'none';
  const head = 'pb-1 text-right font-medium';
  return (
    <table className="mt-3 w-full text-xs">
      <thead className="text-muted">
        <tr>
          <th scope="col" className="pb-1 text-left font-medium">
            {searched ? 'first' : 'step'}
          </th>
          <th
            scope="col"
            className={head}
            title="Requests in flight at most: connections × pipelining; of an open loop its rate"
          >
            asks for
          </th>
          {withWorkers && (
            <th scope="col" className={head} title={`${many} of the tool, on each client`}>
              tool {many}
            </th>
          )}
          <th scope="col" className={head}>
            lasts
          </th>
        </tr>
      </thead>
      <tbody>
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have no identity but their place
          <tr key={index} className="border-t border-line">
            <td className="py-1 text-muted">
              {index + 1}
              {step.profiles.length > 0 && (
                <span className="text-accent" title={`Profiles: ${profilesText(step.profiles)}`}>
                  {' '}
                  profiled
                </span>
              )}
            </td>
            <td className="py-1 text-right">{askText(step)}</td>
            {withWorkers && <td className="py-1 text-right">{workersText(step, setup)}</td>}
            <td className="py-1 text-right">{formatDuration(step.durationSeconds)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function askText(step: StepSpec): string {
  const inFlight = inFlightMax(step);
  if (inFlight !== null) return `${formatCount(inFlight)} in flight`;
  return step.loop === 'open' ? `${formatCount(step.requestsPerSecond)} req/s` : ABSENT;
}

/** '6', or of several clients '6–14'. */
function workersText(step: StepSpec, setup: Setup | null): string {
  if (!setup) return ABSENT;
  const got = workersOf(setup, step, TOOLS[setup.tool].evenly === true).map((one) => one.got);
  const known = got.filter((count) => count !== null);
  if (known.length < got.length) return ABSENT;
  const [low, high] = [Math.min(...known), Math.max(...known)];
  return low === high ? formatCount(low) : `${formatCount(low)}–${formatCount(high)}`;
}

/** What answers alone take of the link: of a rate as much as it asks for, else what the link could carry. */
function NicUse({ setup }: { setup: Setup }) {
  const { answerBytes, linkBitsPerSecond, load } = setup;
  if (answerBytes === null || linkBitsPerSecond === null) return null;
  const rates = load.steps.flatMap((step) => (step.loop === 'open' ? [step.requestsPerSecond] : []));
  const bits = Math.max(0, ...rates) * answerBytes * 8;
  const most = linkBitsPerSecond / 8 / answerBytes;
  return (
    <p className="mt-3 text-xs text-muted">
      <span className="font-medium text-ink">NIC</span>{' '}
      {bits > 0
        ? `answers take ${formatBitsPerSecond(bits)} at the highest rate, ${formatPercent((bits / linkBitsPerSecond) * 100)} % of ${formatBitsPerSecond(linkBitsPerSecond)}`
        : `${formatBitsPerSecond(linkBitsPerSecond)} carry about ${formatShort(Number(most.toPrecision(2)))} answers a second at most`}
    </p>
  );
}
