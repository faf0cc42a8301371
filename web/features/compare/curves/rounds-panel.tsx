'use client';

import type { ComparedMetric, ShownResult } from '@contract/comparison';
import { METRIC_WORDS } from '@rules/outcomes/figures';
import { PictureMenu } from '@/charts/save/picture-menu';
import { mainOutcomes, markOfSide, meanText } from '@/features/compare/outcomes/outcomes';
import { rowText } from '@/features/compare/outcomes/row-text';
import { useOutcomeMetric, useRowChoice } from '@/features/compare/url-state';
import { SelectBox } from '@/ui/inputs/control';
import { Panel } from '@/ui/panel';
import { SideMark } from '@/ui/side-mark';
import { type Rounds, roundsOf } from './rounds';
import { RoundsChart } from './rounds-chart';

/** One dot a run: what the means are made of. Absent where nothing was repeated. */
export function RoundsPanel({ comparison }: { comparison: ShownResult }) {
  const [choice, setChoice] = useRowChoice();
  const [asked, setMetric] = useOutcomeMetric();
  const { outcomes } = comparison;
  const [main] = mainOutcomes(comparison, choice === null ? null : choice - 1);
  if (!main || outcomes.every((outcome) => roundsOf([outcome]) === null)) return null;
  const ofRow = outcomes.filter(({ stepPosition }) => stepPosition === main.stepPosition);
  const metrics = [...new Set(ofRow.map(({ metric }) => metric))];
  const metric = metrics.find((one) => one === asked) ?? main.metric;
  const rounds = roundsOf(ofRow.filter((outcome) => outcome.metric === metric));
  const rows = [...new Set(outcomes.map(({ stepPosition }) => stepPosition))].sort((a, b) => a - b);
  const { label, unit } = METRIC_WORDS[metric];
  return (
    <Panel
      title={rounds?.paired ? 'Rounds' : 'Runs of each side'}
      aside={`${label}, ${unit}: one dot a run`}
      actions={
        <span className="flex flex-wrap gap-2 print:hidden">
          <SelectBox
            aria-label="Metric of the dots"
            className="!w-auto max-w-56"
            value={metric}
            onChange={({ target }) => setMetric(target.value as ComparedMetric)}
          >
            {metrics.map((one) => (
              <option key={one} value={one}>
                {METRIC_WORDS[one].label}
              </option>
            ))}
          </SelectBox>
          {rows.length > 1 && (
            <SelectBox
              aria-label="Step of the dots"
              className="!w-auto max-w-56"
              value={String(main.stepPosition + 1)}
              onChange={({ target }) => setChoice(Number(target.value))}
            >
              {rows.map((row) => (
                <option key={row} value={row + 1}>
                  {rowText(comparison, row)}
                </option>
              ))}
            </SelectBox>
          )}
        </span>
      }
    >
      {rounds ? (
        <Drawn comparison={comparison} rounds={rounds} metric={metric} />
      ) : (
        <p className="text-sm text-muted">Each side has one figure of it: there is no repetition to draw.</p>
      )}
    </Panel>
  );
}

function Drawn({ comparison, rounds, metric }: { comparison: ShownResult; rounds: Rounds; metric: ComparedMetric }) {
  const nameOf = (sideIndex: number): string => comparison.sides[sideIndex]?.letters ?? '';
  const { label, unit } = METRIC_WORDS[metric];
  return (
    <div data-picture="">
      <ul className="mb-2 flex flex-wrap items-center gap-x-5 gap-y-1 text-xs text-muted">
        {rounds.sideIndexes.map((sideIndex) => (
          <li key={sideIndex} className="inline-flex min-w-0 items-center gap-1.5">
            <SideMark index={markOfSide(comparison, sideIndex)} />
            <span className="min-w-0 truncate font-semibold text-ink">{nameOf(sideIndex)}</span>
            {rounds.means.flatMap(({ sideIndex: of, mean }) =>
              of === sideIndex ? [<span key="mean">geometric mean {meanText(metric, mean)}</span>] : [],
            )}
          </li>
        ))}
        <li className="ml-auto">
          <PictureMenu
            title={`${rounds.paired ? 'Rounds' : 'Runs of each side'}, ${label}`}
            csv={async () => (await import('./curves-csv')).roundsCsv(rounds, nameOf, label, unit)}
          />
        </li>
      </ul>
      <RoundsChart rounds={rounds} markOf={(sideIndex) => markOfSide(comparison, sideIndex)} nameOf={nameOf} />
      <ul className="sr-only">
        {rounds.dots.map(({ sideIndex, place, value }) => (
          <li key={`${sideIndex} ${place}`}>
            {`${nameOf(sideIndex)}, ${rounds.paired ? 'round' : 'run'} ${place + 1}: ${meanText(metric, value)} ${METRIC_WORDS[metric].unit}`}
          </li>
        ))}
      </ul>
    </div>
  );
}
