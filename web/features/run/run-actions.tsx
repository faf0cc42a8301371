'use client';

import type { Run } from '@contract/run';
import { isTerminal } from '@rules/run/run-machine';
import { notAgain } from '@rules/spec/run-again';
import { Ellipsis } from 'lucide-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useRef, useState } from 'react';
import { Button, buttonClass } from '@/ui/button';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '@/ui/menu';
import { SaveRunAsBenchmark } from '../benchmarks/design/save-on-demand';
import { ExportItems, useExport } from '../export/export-menu';
import { BaselineButton } from '../runs/baseline/baseline-button';
import { CompareWith, EditTags, preloadDialogs } from '../runs/dialogs';
import { FavouriteButton } from '../runs/favourites/favourite-button';
import { useDeleteRuns } from '../runs/run-changes';
import { ShareButton } from '../share/share-button';
import { useMay } from '../shell/use-session';
import { CancelRun } from './cancel-run';

/** What is typed in place: opened by the menu. */
export type Editing = 'name' | 'notes';

interface RunActionsProps {
  run: Run;
  onEdit: (what: Editing) => void;
}

/** What can be done with a run: the likely things as buttons, the rest in a menu. */
export function RunActions({ run, onEdit }: RunActionsProps) {
  const [dialog, setDialog] = useState<'tags' | 'compare' | 'benchmark' | null>(null);
  const mayOperate = useMay('operator');
  const over = isTerminal(run.state);
  const again = mayOperate && !run.imported && notAgain(run.spec) === null;
  return (
    <>
      {again && over && (
        <Link href={`/runs/new?from=${run.id}`} className={buttonClass('plain', 'max-sm:px-1.5')}>
          Run again …
        </Link>
      )}
      <FavouriteButton runId={run.id} />
      <BaselineButton run={run} />
      {over && (
        <Button
          className="max-sm:px-1.5"
          onMouseEnter={preloadDialogs}
          onFocus={preloadDialogs}
          onClick={() => setDialog('compare')}
        >
          Compare
        </Button>
      )}
      {over ? <ShareButton runIds={[run.id]} name={run.name} /> : <CancelRun run={run} />}
      <MoreMenu run={run} mayOperate={mayOperate} again={again} onEdit={onEdit} open={setDialog} />
      {dialog === 'tags' && <EditTags run={run} onClose={() => setDialog(null)} />}
      {dialog === 'compare' && <CompareWith run={run} onClose={() => setDialog(null)} />}
      {dialog === 'benchmark' && <SaveRunAsBenchmark run={run} onClose={() => setDialog(null)} />}
    </>
  );
}

interface MoreMenuProps extends RunActionsProps {
  mayOperate: boolean;
  /** Its setup can be taken over by a form. */
  again: boolean;
  open: (dialog: 'tags' | 'benchmark') => void;
}

function MoreMenu({ run, mayOperate, again, onEdit, open }: MoreMenuProps) {
  const router = useRouter();
  const erase = useDeleteRuns();
  const exported = useExport({ runId: run.id });
  // The menu's button is no place for the focus when a field opens.
  const opensField = useRef(false);
  const over = isTerminal(run.state);
  if (!mayOperate && !over) return null;
  const edit = (what: Editing): void => {
    opensField.current = true;
    onEdit(what);
  };
  return (
    <Menu
      align="end"
      onOpen={preloadDialogs}
      onCloseAutoFocus={(event) => {
        if (opensField.current) event.preventDefault();
        opensField.current = false;
      }}
      trigger={
        <Button aria-label="More actions" title="More actions" className="px-2">
          <Ellipsis aria-hidden className="size-4" />
        </Button>
      }
    >
      {again && (
        <>
          <MenuItem asChild>
            <Link href={`/runs/new?from=${run.id}`}>Duplicate and edit</Link>
          </MenuItem>
          <MenuItem asChild>
            <Link href={`/experiments/new?baseline=${run.id}`}>Make an experiment of it</Link>
          </MenuItem>
          <MenuItem onSelect={() => open('benchmark')}>Save as benchmark</MenuItem>
          <MenuSeparator />
        </>
      )}
      {mayOperate && (
        <>
          <MenuItem onSelect={() => edit('name')}>Rename</MenuItem>
          <MenuItem onSelect={() => open('tags')}>{run.tags.length > 0 ? 'Edit tags' : 'Add tags'}</MenuItem>
          <MenuItem onSelect={() => edit('notes')}>{run.notes === '' ? 'Add notes' : 'Edit notes'}</MenuItem>
        </>
      )}
      {over && (
        <>
          {mayOperate && <MenuSeparator />}
          <MenuLabel>Export</MenuLabel>
          <ExportItems exported={exported} reproducible={!run.imported} />
        </>
      )}
      {mayOperate && over && (
        <>
          <MenuSeparator />
          <MenuItem
            danger
            disabled={erase.isPending}
            onSelect={() => erase.mutate([run], { onSuccess: ({ done }) => done > 0 && router.push('/') })}
          >
            Delete
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
