'use client';

import type { RunSummary } from '@contract/run';
import { whyNoBaseline } from '@rules/comparison/baseline-able';
import { FlaskConical } from 'lucide-react';
import Link from 'next/link';
import { type ChangeEvent, type ReactNode, useRef, useState } from 'react';
import { SelectionBar } from '@/features/runs/bar-on-demand';
import { PinStar } from '@/features/runs/baseline/pin-star';
import { RenameRun } from '@/features/runs/dialogs';
import { FavouriteMark } from '@/features/runs/favourites/favourite-mark';
import { ToSelection } from '@/features/runs/to-selection';
import { classNames } from '@/ui/class-names';
import { IdTail } from '@/ui/id-tail';
import { KeptEnd } from '@/ui/kept-end';
import { RowMenu } from './row-menu';
import { type ListedRun, nameInside } from './run-lines';
import { useIsWide } from './use-columns-here';

export interface RowActions {
  mayOperate: boolean;
  /** With shift: everything from the row that was clicked last. */
  choose: (run: RunSummary, range: boolean) => void;
  filterByTag: (tag: string) => void;
}

/** Fingers reach it beyond its edges: a name of two lines takes the room that it needs. */
export const NAME_LINK = 'hit flex min-w-0 items-center font-medium hover:underline';

interface NameCellProps extends RowActions {
  run: ListedRun;
  chosen: boolean;
  /** The question of the experiment that it is listed under; null for a run by itself. */
  inside: string | null;
  /** The end of its id, where another run of the list has its name, too. */
  tail: string | undefined;
  /** Stands below the name, before the tags. */
  under?: ReactNode;
}

/** Box, name, tags and menu: what stays in sight while the columns scroll. */
export function NameCell({ run, chosen, inside, tail, under, mayOperate, choose, filterByTag }: NameCellProps) {
  const unable = mayOperate ? whyNoBaseline(run) : 'Only operators pin a baseline.';
  const [renaming, setRenaming] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const ofExperiment = inside === null ? run.experimentId : null;
  const called = inside === null ? run.name : nameInside(run.name, inside);
  const wide = useIsWide();
  const beneath = Boolean(under) || run.tags.length > 0 || ofExperiment !== null;
  const renamed = (): void => {
    setRenaming(false);
    menu.current?.querySelector('button')?.focus();
  };
  return (
    <div
      data-no-pin={unable ?? undefined}
      className={classNames(
        'relative flex items-center gap-2.5 md:gap-2',
        inside !== null && 'ml-2 border-l-2 border-line-strong pl-3',
      )}
    >
      <input
        type="checkbox"
        data-select-run={run.id}
        aria-label={`Select ${run.name}`}
        checked={chosen}
        className="check-box size-4 shrink-0"
        onPointerEnter={SelectionBar.preload}
        onFocus={SelectionBar.preload}
        onChange={(event) => choose(run, wasRange(event))}
      />
      {chosen && <ToSelection />}
      <PinStar
        run={run}
        pinned={run.standing?.pinned ?? false}
        // What is pinned is unpinned, whatever has become of it.
        mayPin={mayOperate && (unable === null || run.standing?.pinned === true)}
      />
      <div className="grid min-w-0 flex-1 leading-tight">
        <div className="flex min-w-0 items-center gap-1.5">
          {renaming ? (
            <RenameRun run={run} onDone={renamed} />
          ) : (
            <Link href={`/runs/${run.id}`} data-open-run title={run.name} aria-label={run.name} className={NAME_LINK}>
              {/* Rows are of one height: with nothing beneath it a name has two lines, and always on a card. */}
              {beneath && wide ? (
                <KeptEnd text={called} />
              ) : (
                <span className="line-clamp-2 text-pretty whitespace-normal [overflow-wrap:anywhere]">{called}</span>
              )}
            </Link>
          )}
          {tail && <IdTail id={run.id} tail={tail} />}
        </div>
        {beneath && !renaming && (
          <div className="flex min-w-0 items-center gap-1.5 text-xs">
            {under && <div className="max-w-3/4 shrink-0 truncate">{under}</div>}
            {ofExperiment !== null && <OfExperiment experimentId={ofExperiment} />}
            {run.tags.length > 0 && <Tags run={run} filterByTag={filterByTag} />}
          </div>
        )}
      </div>
      <FavouriteMark run={run} favourite={run.favourite} />
      <div ref={menu} className="-my-1 shrink-0 max-sm:-my-3">
        <RowMenu run={run} mayOperate={mayOperate} onRename={() => setRenaming(true)} />
      </div>
    </div>
  );
}

/** Below the name, as far as its column goes; all of them are told to whoever points there. Fingers filter in the bar above. */
function Tags({ run: { name, tags }, filterByTag }: Pick<NameCellProps, 'run' | 'filterByTag'>) {
  const wide = useIsWide();
  return (
    <ul aria-label={`Tags of ${name}`} title={tags.join(', ')} className="flex min-w-0 gap-2 text-muted">
      {tags.map((tag) => (
        <li key={tag} className="min-w-6 truncate last:shrink-[2]">
          {wide ? (
            <button
              type="button"
              title={`Show only runs tagged ‘${tag}’`}
              className="max-w-full truncate rounded-[4px] hover:text-ink hover:underline"
              onClick={() => filterByTag(tag)}
            >
              {tag}
            </button>
          ) : (
            tag
          )}
        </li>
      ))}
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
