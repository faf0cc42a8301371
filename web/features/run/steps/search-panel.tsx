'use client';

import type { CeilingSearch } from '@contract/load';
import type { Run } from '@contract/run';
import { percentileText } from '@rules/load/latency-resolution';
import { isTerminal } from '@rules/run/run-machine';
import { stepLabel } from '@rules/run/run-words';
import { formatCount } from '@rules/words/numbers';
import { useStepChoice } from '@/features/run/url-state';
import { latencyText } from '@/lib/latency-text';
import { Measured } from '@/ui/absent';
import { Chip } from '@/ui/chip';
import { classNames } from '@/ui/class-names';
import { DataTable } from '@/ui/data-table';
import { Fold } from '@/ui/fold';
import { Label } from '@/ui/term';
import {
  bracketText,
  ceilingSentence,
  isOpenEnded,
  LOAD_UNITS,
  type Rung,
  rungSentence,
  rungsOf,
  searchSentence,
} from './search-result';

/** What a ceiling search has found, above its curve. */
export function SearchAnswer({ run }: { run: Run }) {
  const asked = run.spec.load.search;
  if (!asked) return null;
  const live = isOpenEnded(run) && !isTerminal(run.state);
  const bracket = bracketText(run);
  return (
    <div className="mb-2 grid gap-0.5 text-sm">
      <p className="font-medium" aria-live="polite">
        {run.search?.sentence ?? 'Nothing is known yet: the first rung has not been measured.'}
      </p>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
        {live ? <Chip tone="live">searching</Chip> : <Outcome run={run} />}
        {bracket && (
          <span>
            <Label text="Bracket" />: the ceiling lies {bracket}.
          </span>
        )}
      </p>
    </div>
  );
}

/** Every rung that a ceiling search tried. */
export function SearchRungs({ run }: { run: Run }) {
  const asked = run.spec.load.search;
  if (!asked) return null;
  return (
    <Fold id="rungs" title="Rungs of the search" summary={`${ceilingSentence(asked)}: ${searchSentence(asked)}`} flush>
      <Rungs run={run} asked={asked} />
    </Fold>
  );
}

function Outcome({ run }: { run: Run }) {
  if (run.search?.done) return <Chip tone={run.search.kneeStepIndex === null ? 'warn' : 'ok'}>done</Chip>;
  return <Chip tone="warn">ended before it was done</Chip>;
}

function Rungs({ run, asked }: { run: Run; asked: CeilingSearch }) {
  const [choice, setChoice] = useStepChoice();
  const rungs = rungsOf(run);
  const percentile = asked.ceiling.kind === 'latency' ? asked.ceiling.percentile : 'p99';
  return (
    <DataTable
      label="Rungs of the search"
      className="first-stays"
      columns={[
        `${LOAD_UNITS[asked.vary]}, ascending`,
        'step',
        'req/s',
        `${percentileText(percentile)}, ms`,
        { head: 'what it says', left: true, className: 'w-full' },
      ]}
    >
      {rungs.map((rung) => (
        <tr key={rung.stepIndex} className={classNames(choice === rung.stepIndex + 1 && '[&>td]:!bg-accent-soft')}>
          <td className={rung.marks.includes('knee') ? 'font-semibold' : undefined}>{formatCount(rung.load)}</td>
          <td>
            <button
              type="button"
              aria-pressed={choice === rung.stepIndex + 1}
              onClick={() => setChoice(choice === rung.stepIndex + 1 ? null : rung.stepIndex + 1)}
              className="text-accent underline-offset-2 hover:underline"
            >
              {rung.stepIndex + 1}
            </button>
          </td>
          <td>
            <Measured value={rung.point} why={rung.failure?.sentence ?? `This rung is ${rung.status}`}>
              {({ requestsPerSecond }) => formatCount(requestsPerSecond)}
            </Measured>
          </td>
          <td>
            <Measured value={rung.point && latencyText(rung.point, percentile)} why="Not reported">
              {(text) => text}
            </Measured>
          </td>
          <td className="left">
            <Said rung={rung} asked={asked} rungs={rungs} />
          </td>
        </tr>
      ))}
    </DataTable>
  );
}

function Said({ rung, asked, rungs }: { rung: Rung; asked: CeilingSearch; rungs: Rung[] }) {
  const { marks, status, failure } = rung;
  if (status === 'failed') return <span className="text-bad">failed{failure && `: ${failure.code}`}</span>;
  if (status !== 'measured') return <span className="text-muted">{stepLabel(rung)}</span>;
  return (
    <span className={marks.includes('knee') ? 'font-medium text-ok' : 'text-muted'}>
      {rungSentence(rung, asked, rungs)}
    </span>
  );
}
