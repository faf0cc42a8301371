import type { Run } from '@contract/run';
import { Panel } from '@/ui/panel';
import { TagLabel } from '@/ui/tag-label';
import { RenameRun } from '../runs/dialogs';
import { Lineage, OfExperiment } from './lineage';
import { NotesEditor } from './notes-editor';
import type { Editing } from './run-actions';

interface LabelsProps {
  run: Run;
  /** Each for itself: what is being typed outlives the other field and every dialog. */
  editing: Record<Editing, boolean>;
  onDone: (what: Editing) => void;
}

/** What people call the run and say of it. Nothing where nobody said anything. */
export function Labels({ run, editing, onDone }: LabelsProps) {
  const said =
    run.tags.length > 0 ||
    run.notes !== '' ||
    run.basedOnRunId !== null ||
    run.experimentId !== null ||
    run.revisionLabel !== undefined;
  if (!said && !editing.name && !editing.notes) return null;
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] justify-items-start gap-2">
      {editing.name && <RenameRun run={run} onDone={() => onDone('name')} />}
      <RevisionLabel label={run.revisionLabel} />
      <Tags tags={run.tags} />
      {editing.notes ? <NotesEditor run={run} onDone={() => onDone('notes')} /> : <Notes notes={run.notes} />}
      <Lineage run={run} />
      <OfExperiment run={run} />
    </div>
  );
}

/** The words alone, for a copy that cannot be changed. */
export function FrozenLabels({ run: { tags, notes, revisionLabel } }: { run: Run }) {
  if (tags.length === 0 && notes === '' && revisionLabel === undefined) return null;
  return (
    <Panel>
      <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-2">
        <RevisionLabel label={revisionLabel} />
        <Tags tags={tags} />
        <Notes notes={notes} />
      </div>
    </Panel>
  );
}

/** In the words of whoever asked for the run: nothing here has looked at it. */
function RevisionLabel({ label }: { label: string | undefined }) {
  if (label === undefined) return null;
  return (
    <p className="max-w-full text-sm [overflow-wrap:anywhere]">
      <span className="text-muted">Labelled as revision</span> {label}
    </p>
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
