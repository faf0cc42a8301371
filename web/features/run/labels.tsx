'use client';

import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { Run } from '@/api/types';
import { Button, buttonClass } from '@/components/button';
import { Panel } from '@/components/panel';
import { TagLabel } from '@/components/tag-label';
import { isTerminal } from '@/lib/run-state';
import { CompareWith } from '../runs/compare-with';
import { useMayOperate } from '../runs/may-operate';
import { RenameForm } from '../runs/rename-form';
import { useDeleteRuns } from '../runs/run-changes';
import { EditTags } from '../runs/tags-dialog';
import { Lineage } from './lineage';
import { NotesEditor } from './notes-editor';

type Editing = 'name' | 'tags' | 'notes' | 'compare' | null;

/** What people call the run and say of it, and what can be done with it next. */
export function Labels({ run }: { run: Run }) {
  const mayOperate = useMayOperate();
  const [editing, setEditing] = useState<Editing>(null);
  const close = (): void => setEditing(null);
  const bare = run.tags.length === 0 && run.notes === '' && run.basedOnRunId === null;
  return (
    <Panel className={bare ? 'print:hidden' : undefined}>
      <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
        <div className="grid min-w-0 flex-1 basis-72 justify-items-start gap-2">
          {editing === 'name' && <RenameForm run={run} onDone={close} />}
          <Tags tags={run.tags} />
          {editing === 'notes' ? <NotesEditor run={run} onDone={close} /> : <Notes notes={run.notes} />}
          <Lineage run={run} />
        </div>
        <div className="flex flex-wrap gap-2">
          {mayOperate && <EditButtons run={run} edit={setEditing} />}
          {isTerminal(run.state) && <Button onClick={() => setEditing('compare')}>Compare with …</Button>}
          {mayOperate && (
            <Link href={`/runs/new?from=${run.id}`} className={buttonClass()}>
              Duplicate and edit
            </Link>
          )}
          {mayOperate && isTerminal(run.state) && <DeleteButton run={run} />}
        </div>
      </div>
      {editing === 'tags' && <EditTags run={run} onClose={close} />}
      {editing === 'compare' && <CompareWith run={run} onClose={close} />}
    </Panel>
  );
}

/** The words alone, for a copy that nobody changes. */
export function FrozenLabels({ run: { tags, notes } }: { run: Run }) {
  if (tags.length === 0 && notes === '') return null;
  return (
    <Panel>
      <div className="grid justify-items-start gap-2">
        <Tags tags={tags} />
        <Notes notes={notes} />
      </div>
    </Panel>
  );
}

function Tags({ tags }: { tags: string[] }) {
  if (tags.length === 0) return null;
  return (
    <ul aria-label="Tags" className="flex max-w-full flex-wrap gap-1.5">
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
  return <p className="max-w-[44rem] whitespace-pre-wrap break-words text-sm">{notes}</p>;
}

function EditButtons({ run, edit }: { run: Run; edit: (what: Editing) => void }) {
  return (
    <>
      <Button onClick={() => edit('name')}>Rename</Button>
      <Button onClick={() => edit('tags')}>{run.tags.length > 0 ? 'Edit tags' : 'Add tags'}</Button>
      <Button onClick={() => edit('notes')}>{run.notes === '' ? 'Add notes' : 'Edit notes'}</Button>
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
