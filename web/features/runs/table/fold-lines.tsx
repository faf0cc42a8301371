'use client';

import { formatCount, plural } from '@rules/words/numbers';
import { ChevronRight, FlaskConical } from 'lucide-react';
import Link from 'next/link';
import { ExperimentChips } from '@/features/experiments/experiment-chips';
import type { RunFilters } from '@/features/runs/run-filters';
import { progressText } from '@/lib/experiment-words';
import { IconButton } from '@/ui/button';
import { KeptEnd } from '@/ui/kept-end';
import { When } from '@/ui/when';
import { NAME_LINK } from './name-cell';
import type { ShownLine } from './run-lines';

type FoldLine = Exclude<ShownLine, { type: 'run' }>;
type HeadLine = Extract<ShownLine, { type: 'experiment' }>;
type RestLine = Extract<ShownLine, { type: 'rest' }>;

interface FoldProps<Line = FoldLine> {
  line: Line;
  order: Pick<RunFilters, 'sort'>;
  toggle: (experimentId: string) => void;
}

export const keyOf = ({ type, fold }: FoldLine): string => `${type} ${fold.experiment.id}`;

/** Runs of an experiment as one row of the table, or what stands for those that are not shown. */
export function FoldRow({ line, columns, order, toggle }: FoldProps & { columns: number }) {
  if (line.type === 'rest') {
    return (
      <tr>
        <td colSpan={columns + 1} className="left">
          <Rest line={line} />
        </td>
      </tr>
    );
  }
  return (
    <tr>
      <td>
        <Head line={line} toggle={toggle} />
      </td>
      {columns > 0 && (
        <td colSpan={columns} className="left">
          {/* As wide as the other rows make it: a long sentence is cut, and pushes no column out of sight. */}
          <div className="w-0 min-w-full">
            <Standing line={line} order={order} />
          </div>
        </td>
      )}
    </tr>
  );
}

/** The same in narrow windows. */
export function FoldCard({ line, order, toggle }: FoldProps) {
  if (line.type === 'rest') return <Rest line={line} />;
  return (
    <>
      <Head line={line} toggle={toggle} />
      <div className="ml-[1.625rem] mt-1.5">
        <Standing line={line} order={order} />
      </div>
    </>
  );
}

function Head({ line: { fold, open }, toggle }: Pick<FoldProps<HeadLine>, 'line' | 'toggle'>) {
  const { id, question } = fold.experiment;
  return (
    <div className="flex items-center gap-1.5">
      <IconButton
        label={`${open ? 'Fold' : 'Show'} the runs of ${question}`}
        aria-expanded={open}
        className="-my-1 -ml-1.5"
        onClick={() => toggle(id)}
      >
        <ChevronRight aria-hidden className={`size-4 transition-transform ${open ? 'rotate-90' : ''}`} />
      </IconButton>
      <Link href={`/experiments/${id}`} data-open-run title={question} aria-label={question} className={NAME_LINK}>
        <KeptEnd text={question} />
      </Link>
      <span className="inline-flex shrink-0 items-center gap-1 text-xs text-muted">
        <FlaskConical aria-hidden className="size-3" />
        <span className="sr-only">experiment, </span>
        {plural(fold.runs, 'run')}
        {fold.experiment.status !== 'done' && ' so far'}
      </span>
    </div>
  );
}

/** Its progress, or its result. */
function Standing({ line: { fold, run }, order }: Pick<FoldProps<HeadLine>, 'line' | 'order'>) {
  const { experiment } = fold;
  const says = experiment.status === 'done' ? (experiment.headline ?? experiment.stoppedSentence) : null;
  return (
    <div className="flex items-center gap-x-2 gap-y-1 text-sm max-md:flex-wrap">
      <ExperimentChips experiment={experiment} />
      {says && (
        <span className="min-w-0 truncate" title={says}>
          {says}
        </span>
      )}
      <span
        className="shrink-0 text-muted"
        title={order.sort === 'created' ? undefined : `Stands where ‘${run.name}’ does`}
      >
        {progressText(experiment)}, <When atUs={run.createdAtUs} />
      </span>
    </div>
  );
}

/** Runs that are on their way, could not be read, or are more than a list takes. */
function Rest({ line: { fold, shown, error } }: { line: RestLine }) {
  if (error) return <p className="text-sm text-bad">Its runs could not be loaded: {error.message}</p>;
  if (shown === 0) return <p className="text-sm text-muted">Loading its runs …</p>;
  return (
    <p className="text-sm text-muted">
      {formatCount(fold.runs - shown)} more:{' '}
      <Link href={`/?experiment=${fold.experiment.id}`} className="text-accent underline-offset-2 hover:underline">
        show the runs of this experiment alone
      </Link>
    </p>
  );
}
