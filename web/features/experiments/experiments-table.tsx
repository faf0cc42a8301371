'use client';

import type { ListedExperiment } from '@contract/experiment';
import { plural } from '@rules/words/numbers';
import Link from 'next/link';
import { sidesText } from '@/lib/experiment-words';
import { useMediaQuery } from '@/ui/browser/media-query';
import { DataTable } from '@/ui/data-table';
import { unbroken } from '@/ui/unbroken';
import { When } from '@/ui/when';
import { AnswerCell } from './answer-cell';
import { ExperimentChips } from './experiment-chips';

interface ExperimentsTableProps {
  label: string;
  experiments: ListedExperiment[];
  readAtMs: number;
}

const COLUMNS = [
  { head: 'Question', left: true, className: 'w-[33%]' },
  { head: 'Answer', left: true, className: 'w-[31%]' },
  { head: 'Status', left: true, className: 'w-[20%]' },
  'Rounds',
  'When',
];

/** A line an experiment: what was asked, and what came of it. On a phone a card. */
export function ExperimentsTable({ label, experiments, readAtMs }: ExperimentsTableProps) {
  const wide = useMediaQuery('(min-width: 48rem)');
  if (!wide)
    return (
      <ul aria-label={label} className="divide-y divide-line">
        {experiments.map((experiment) => (
          <li key={experiment.id}>
            <ExperimentCard experiment={experiment} readAtMs={readAtMs} />
          </li>
        ))}
      </ul>
    );
  return (
    <DataTable label={label} className="rows questions" columns={COLUMNS}>
      {experiments.map((experiment) => (
        <tr key={experiment.id}>
          <td title={aboutText(experiment)}>
            <Link href={`/experiments/${experiment.id}`} className="block truncate font-medium hover:text-accent">
              {experiment.question}
            </Link>
          </td>
          <td className="left">
            <AnswerCell experiment={experiment} readAtMs={readAtMs} />
          </td>
          <td className="left">
            <span className="flex gap-1.5 overflow-hidden">
              <ExperimentChips experiment={experiment} />
            </span>
          </td>
          <td>{roundsText(experiment)}</td>
          <td>
            <When atUs={momentOf(experiment)} />
          </td>
        </tr>
      ))}
    </DataTable>
  );
}

function ExperimentCard({ experiment, readAtMs }: { experiment: ListedExperiment; readAtMs: number }) {
  return (
    <Link
      href={`/experiments/${experiment.id}`}
      className="grid grid-cols-[minmax(0,1fr)] gap-1 px-4 py-2.5 text-sm outline-offset-[-2px]"
    >
      <span className="line-clamp-2 font-medium [overflow-wrap:anywhere]">{unbroken(experiment.question)}</span>
      <AnswerCell experiment={experiment} readAtMs={readAtMs} />
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
        <ExperimentChips experiment={experiment} />
        <span>{roundsText(experiment)} rounds</span>
        <When atUs={momentOf(experiment)} />
      </span>
    </Link>
  );
}

/** '4 of 6', or what is planned. */
const roundsText = ({ status, roundsDone, roundsPlanned }: ListedExperiment): string =>
  status === 'planned' ? String(roundsPlanned) : `${roundsDone} of ${roundsPlanned}`;

const momentOf = ({ endedAtUs, startedAtUs, createdAtUs }: ListedExperiment): number =>
  endedAtUs ?? startedAtUs ?? createdAtUs;

/** What a line has no room for. */
function aboutText(experiment: ListedExperiment): string {
  const { hostNames, createdByName, runsPlanned } = experiment;
  const by = createdByName === null ? '' : `by ${createdByName}`;
  return [experiment.question, sidesText(experiment), hostNames.join(', '), plural(runsPlanned, 'run'), by]
    .filter(Boolean)
    .join('\n');
}
