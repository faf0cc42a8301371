'use client';

import { MAX_NOTES_CHARACTERS } from '@contract/limits';
import type { Run } from '@contract/run';
import { TextEditor } from '@/ui/inputs/text-editor';
import { useLabelRun } from '../runs/run-changes';

const WORDS = {
  label: 'Notes',
  save: 'Save notes',
  changed: 'Another person changed the notes meanwhile',
  unsaved: 'The notes were not saved; what you typed is still here',
};

export function NotesEditor({ run, onDone }: { run: Run; onDone: () => void }) {
  const label = useLabelRun(run.id);
  return (
    <div className="w-full max-w-[44rem]">
      <TextEditor
        stored={run.notes}
        most={MAX_NOTES_CHARACTERS}
        words={WORDS}
        rows={{ least: 4, most: 16 }}
        act={label}
        onSave={(notes) => label.mutate({ notes }, { onSuccess: onDone })}
        onDone={onDone}
      />
    </div>
  );
}
