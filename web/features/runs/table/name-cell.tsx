'use client';

import type { RunSummary } from '@contract/run';
import { FlaskConical } from 'lucide-react';
import Link from 'next/link';
import { type ChangeEvent, useRef, useState } from 'react';
import { PinStar } from '@/features/runs/baseline/pin-star';
import { RenameRun } from '@/features/runs/dialogs';
import { FavouriteMark } from '@/features/runs/favourites/favourite-mark';
import { ToSelection } from '@/features/runs/selection-bar';
import { classNames } from '@/ui/class-names';
import { IdTail } from '@/ui/id-tail';
import { TagLabel } from '@/ui/tag-label';
import { RowMenu } from './row-menu';
import { type ListedRun, nameInside } from './run-lines';

export interface RowActions {
  mayOperate: boolean;
  /** With shift: everything from the row that was clicked last. */
  choose: (run: RunSummary, range: boolean) => void;
  filterByTag: (tag: string) => void;
}

interface NameCellProps extends RowActions {
  run: ListedRun;
  chosen: boolean;
  /** The question of the experiment that it is listed under; null for a run by itself. */
  inside: string | null;
  /** Another run of the list has this name, too. */
  shared: boolean;
}

/** Box, name, tags and menu: what stays in sight while the columns scroll. */
export function NameCell({ run, chosen, inside, shared, mayOperate, choose, filterByTag }: NameCellProps) {
  const [renaming, setRenaming] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const renamed = (): void => {
    setRenaming(false);
    menu.current?.querySelector('button')?.focus();
  };
  return (
    <div
      className={classNames(
        'relative flex items-center gap-2.5',
        inside !== null && 'ml-2 border-l-2 border-line-strong pl-3',
      )}
    >
      <input
        type="checkbox"
        data-select-run
        aria-label={`Select ${run.name}`}
        checked={chosen}
        className="check-box size-4 shrink-0"
        onChange={(event) => choose(run, wasRange(event))}
      />
      {chosen && <ToSelection />}
      <PinStar
        run={run}
        pinned={run.standing?.pinned ?? false}
        mayPin={mayOperate && run.best !== null && !run.imported}
      />
      <div className="flex min-w-0 flex-1 items-center gap-1.5 [overflow:clip] [overflow-clip-margin:3px]">
        {renaming ? (
          <RenameRun run={run} onDone={renamed} />
        ) : (
          <Link
            href={`/runs/${run.id}`}
            data-open-run
            title={run.name}
            className="min-w-0 truncate font-medium hover:underline"
          >
            {inside === null ? run.name : nameInside(run.name, inside)}
          </Link>
        )}
        {shared && <IdTail id={run.id} />}
        {run.experimentId !== null && inside === null && <OfExperiment experimentId={run.experimentId} />}
        {run.tags.length > 0 && <Tags run={run} filterByTag={filterByTag} />}
      </div>
      <FavouriteMark run={run} favourite={run.favourite} />
      <div ref={menu} className="-my-1 shrink-0 max-sm:-my-3">
        <RowMenu run={run} mayOperate={mayOperate} onRename={() => setRenaming(true)} />
      </div>
    </div>
  );
}

const TAGS = 1;

/** The first few; the rest are counted, and told to whoever points at them. */
function Tags({ run: { name, tags }, filterByTag }: Pick<NameCellProps, 'run' | 'filterByTag'>) {
  const rest = tags.slice(TAGS);
  return (
    <ul aria-label={`Tags of ${name}`} className="flex min-w-0 shrink items-center gap-1">
      {tags.slice(0, TAGS).map((tag) => (
        // Three letters tell more than one does.
        <li key={tag} className="flex min-w-11">
          <button
            type="button"
            title={`Show only runs tagged ‘${tag}’`}
            className="hit flex min-w-0 max-w-20 rounded-[4px] hover:brightness-125"
            onClick={() => filterByTag(tag)}
          >
            <TagLabel>
              <span className="min-w-0 truncate">{tag}</span>
            </TagLabel>
          </button>
        </li>
      ))}
      {rest.length > 0 && (
        <li title={rest.join('\n')} className="shrink-0 text-xs text-muted">
          + {rest.length}
          <span className="sr-only"> more: {rest.join(', ')}</span>
        </li>
      )}
    </ul>
  );
}

/** The experiment whose round it is. */
function OfExperiment({ experimentId }: { experimentId: string }) {
  return (
    <Link
      href={`/experiments/${experimentId}`}
      className="inline-flex items-center gap-1 text-xs text-accent underline-offset-2 hover:underline"
    >
      <FlaskConical aria-hidden className="size-3" />
      experiment
    </Link>
  );
}

const wasRange = ({ nativeEvent }: ChangeEvent): boolean => 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true;
