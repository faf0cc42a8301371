'use client';

import type { Run } from '@contract/run';
import { isTerminal } from '@rules/run/run-machine';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { Button, buttonClass } from '@/ui/button';
import { Panel } from '@/ui/panel';
import { TagLabel } from '@/ui/tag-label';
import { CompareWith, EditTags, preloadDialogs } from '../runs/dialogs';
import { RenameForm } from '../runs/rename-form';
import { useDeleteRuns } from '../runs/run-changes';
import { useMay } from '../shell/use-session';
import { Lineage, OfExperiment } from './lineage';
import { NotesEditor } from './notes-editor';

type Inline = 'name' | 'notes';
type DialogName = 'tags' | 'compare';

/** What people call the run and say of it, and what can be done with it next. */
export function Labels({ run }: { run: Run }) {
  const mayOperate = useMay('operator');
  const over = isTerminal(run.state);
  // Each for itself: what is being typed outlives the other field and every dialog.
  const [open, setOpen] = useState<Record<Inline, boolean>>({ name: false, notes: false });
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const buttons = useRef<HTMLDivElement>(null);
  useEffect(preloadDialogs, []);
  const turn = (field: Inline, on: boolean): void => {
    setOpen((now) => ({ ...now, [field]: on }));
    if (!on) buttons.current?.querySelector<HTMLElement>(`[data-opens="${field}"]`)?.focus();
  };
  const said = run.tags.length > 0 || run.notes !== '' || run.basedOnRunId !== null || run.experimentId !== null;
  if (!mayOperate && !over && !said) return null;
  return (
    <Panel className={said ? undefined : 'print:hidden'}>
      <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
        <div className="grid min-w-0 flex-1 basis-72 grid-cols-[minmax(0,1fr)] justify-items-start gap-2">
          {open.name && <RenameForm run={run} onDone={() => turn('name', false)} />}
          <Tags tags={run.tags} />
          {open.notes ? <NotesEditor run={run} onDone={() => turn('notes', false)} /> : <Notes notes={run.notes} />}
          <Lineage run={run} />
          <OfExperiment run={run} />
        </div>
        <div ref={buttons} className="flex flex-wrap gap-2">
          {mayOperate && (
            <EditButtons run={run} edit={(field) => turn(field, true)} editTags={() => setDialog('tags')} />
          )}
          {over && <Button onClick={() => setDialog('compare')}>Compare with …</Button>}
          {mayOperate && !run.imported && (
            <Link href={`/runs/new?from=${run.id}`} className={buttonClass()}>
              Duplicate and edit
            </Link>
          )}
          {mayOperate && !run.imported && (
            <Link href={`/experiments/new?baseline=${run.id}`} className={buttonClass()}>
              Make an experiment of it
            </Link>
          )}
          {mayOperate && over && <DeleteButton run={run} />}
        </div>
      </div>
      {dialog === 'tags' && <EditTags run={run} onClose={() => setDialog(null)} />}
      {dialog === 'compare' && <CompareWith run={run} onClose={() => setDialog(null)} />}
    </Panel>
  );
}

/** The words alone, for a copy that cannot be changed. */
export function FrozenLabels({ run: { tags, notes } }: { run: Run }) {
  if (tags.length === 0 && notes === '') return null;
  return (
    <Panel>
      <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-2">
        <Tags tags={tags} />
        <Notes notes={notes} />
      </div>
    </Panel>
  );
}

function Tags({ tags }: { tags: string[] }) {
  if (tags.length === 0) return null;
  return (
    <ul aria-label="Tags" className="flex min-w-0 max-w-full flex-wrap gap-1.5">
      {tags.map((tag) => (
        <li key={tag} className="max-w-full">
          <TagLabel>
            <span className="break-all">{tag}</span>
          </TagLabel>
        </li>
      ))}
    </ul>
  );
}

function Notes({ notes }: { notes: string }) {
  if (notes === '') return null;
  return <p className="max-w-[min(44rem,100%)] whitespace-pre-wrap text-sm [overflow-wrap:anywhere]">{notes}</p>;
}

interface EditButtonsProps {
  run: Run;
  edit: (field: Inline) => void;
  editTags: () => void;
}

function EditButtons({ run, edit, editTags }: EditButtonsProps) {
  return (
    <>
      <Button data-opens="name" onClick={() => edit('name')}>
        Rename
      </Button>
      <Button onClick={editTags}>{run.tags.length > 0 ? 'Edit tags' : 'Add tags'}</Button>
      <Button data-opens="notes" onClick={() => edit('notes')}>
        {run.notes === '' ? 'Add notes' : 'Edit notes'}
      </Button>
    </>
  );
}

function DeleteButton({ run }: { run: Run }) {
  const router = useRouter();
  const erase = useDeleteRuns();
  return (
    <Button
      look="danger"
      disabled={erase.isPending}
      onClick={() => erase.mutate([run], { onSuccess: ({ done }) => done > 0 && router.push('/') })}
    >
      {erase.isPending ? 'Deleting …' : 'Delete'}
    </Button>
  );
}
