'use client';

import { Ellipsis } from 'lucide-react';
import Link from 'next/link';
import { useRef, useState } from 'react';
import { CompareWith, EditTags, preloadDialogs } from '@/features/runs/dialogs';
import { useFavour } from '@/features/runs/favourites/use-favourite';
import { useDeleteRuns } from '@/features/runs/run-changes';
import { IconButton } from '@/ui/button';
import { Menu, MenuItem, MenuSeparator } from '@/ui/menu';
import type { ListedRun } from './run-lines';

interface RowMenuProps {
  run: ListedRun;
  mayOperate: boolean;
  onRename: () => void;
}

/** What can be done with one run. */
export function RowMenu({ run, mayOperate, onRename }: RowMenuProps) {
  const [dialog, setDialog] = useState<'tags' | 'compare' | null>(null);
  const place = useRef<HTMLSpanElement>(null);
  // The menu's button is no place for the focus when a field opens or the row goes.
  const next = useRef<'field' | 'other row' | null>(null);
  const erase = useDeleteRuns();
  const favour = useFavour();
  const leave = (event: Event): void => {
    if (next.current === null) return;
    event.preventDefault();
    if (next.current === 'other row') neighbour(place.current)?.focus();
    next.current = null;
  };
  return (
    <span ref={place}>
      <Menu
        align="end"
        onOpen={preloadDialogs}
        onCloseAutoFocus={leave}
        trigger={
          <IconButton label={`Actions for ${run.name}`}>
            <Ellipsis aria-hidden className="size-4" />
          </IconButton>
        }
      >
        <MenuItem asChild>
          <Link href={`/runs/${run.id}`}>Open</Link>
        </MenuItem>
        <MenuItem onSelect={() => setDialog('compare')}>Compare with …</MenuItem>
        <MenuItem onSelect={() => favour.mutate({ runId: run.id, favourite: !run.favourite })}>
          {run.favourite ? 'Take out of favourites' : 'Make it a favourite'}
        </MenuItem>
        {mayOperate && (
          <>
            {!run.imported && (
              <MenuItem asChild>
                <Link href={`/runs/new?from=${run.id}`}>Duplicate and edit</Link>
              </MenuItem>
            )}
            {!run.imported && (
              <MenuItem asChild>
                <Link href={`/experiments/new?baseline=${run.id}`}>Make an experiment of it</Link>
              </MenuItem>
            )}
            <MenuSeparator />
            <MenuItem
              onSelect={() => {
                next.current = 'field';
                onRename();
              }}
            >
              Rename
            </MenuItem>
            <MenuItem onSelect={() => setDialog('tags')}>Edit tags</MenuItem>
            <MenuSeparator />
            <MenuItem
              danger
              onSelect={() => {
                next.current = 'other row';
                erase.mutate([run]);
              }}
            >
              Delete
            </MenuItem>
          </>
        )}
      </Menu>
      {dialog === 'tags' && <EditTags run={run} onClose={() => setDialog(null)} />}
      {dialog === 'compare' && <CompareWith run={run} onClose={() => setDialog(null)} />}
    </span>
  );
}

/** The box of the row below, or of the one above the last. */
function neighbour(place: HTMLElement | null): HTMLElement | null {
  const row = place?.closest('tr, li');
  const other = row?.nextElementSibling ?? row?.previousElementSibling;
  return other?.querySelector<HTMLElement>('[data-select-run]') ?? null;
}
