'use client';

import type { RunSummary } from '@contract/run';
import { FlaskConical } from 'lucide-react';
import Link from 'next/link';
import { type ChangeEvent, useRef, useState } from 'react';
import { RenameForm } from '@/features/runs/rename-form';
import { ToSelection } from '@/features/runs/selection-bar';
import { classNames } from '@/ui/class-names';
import { TagLabel } from '@/ui/tag-label';
import { RowMenu } from './row-menu';
import { nameInside } from './run-lines';

export interface RowActions {
  mayOperate: boolean;
  /** With shift: everything from the row that was clicked last. */
  choose: (run: RunSummary, range: boolean) => void;
  filterByTag: (tag: string) => void;
}

interface NameCellProps extends RowActions {
  run: RunSummary;
  chosen: boolean;
  /** The question of the experiment that it is listed under; null for a run by itself. */
  inside: string | null;
}

/** Box, name, tags and menu: what stays in sight while the columns scroll. */
export function NameCell({ run, chosen, inside, mayOperate, choose, filterByTag }: NameCellProps) {
  const [renaming, setRenaming] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const renamed = (): void => {
    setRenaming(false);
    menu.current?.querySelector('button')?.focus();
  };
  return (
    <div
      className={classNames(
        'relative flex items-start gap-2.5',
        inside !== null && 'ml-2 border-l-2 border-line-strong pl-3',
      )}
    >
      <input
        type="checkbox"
        data-select-run
        aria-label={`Select ${run.name}`}
        checked={chosen}
        className="check-box mt-[3px] size-4"
        onChange={(event) => choose(run, wasRange(event))}
      />
      {chosen && <ToSelection />}
      <div className="min-w-0 flex-1">
        {renaming ? (
          <RenameForm run={run} onDone={renamed} />
        ) : (
          <Link
            href={`/runs/${run.id}`}
            className="block whitespace-normal break-words font-medium hover:underline md:min-w-40 md:max-w-48"
          >
            {inside === null ? run.name : nameInside(run.name, inside)}
          </Link>
        )}
        {run.experimentId !== null && inside === null && <OfExperiment experimentId={run.experimentId} />}
        {run.tags.length > 0 && (
          <ul aria-label={`Tags of ${run.name}`} className="mt-1 flex max-w-60 flex-wrap md:max-w-48 gap-1">
            {run.tags.map((tag) => (
              <li key={tag} className="max-w-full">
                <button
                  type="button"
                  title={`Show only runs tagged ‘${tag}’`}
                  className="max-w-full rounded-[4px] hover:brightness-125"
                  onClick={() => filterByTag(tag)}
                >
                  <TagLabel>
                    <span className="truncate">{tag}</span>
                  </TagLabel>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div ref={menu} className="-my-1">
        <RowMenu run={run} mayOperate={mayOperate} onRename={() => setRenaming(true)} />
      </div>
    </div>
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
