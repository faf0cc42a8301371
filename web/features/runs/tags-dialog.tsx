'use client';

import { plural } from '@rules/words/numbers';
import { type FormEvent, useState } from 'react';
import type { Chosen } from '@/lib/run-selection';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { ErrorNotice } from '@/ui/error-notice';
import { Segmented } from '@/ui/inputs/segmented';
import { addTags } from '@/ui/inputs/tag-draft';
import { TagInput } from '@/ui/inputs/tag-input';
import { useLabelRun, useTagRuns } from './run-changes';
import { useFacets } from './runs-query';

interface EditTagsProps {
  run: { id: string; name: string; tags: string[] };
  onClose: () => void;
}

/** The tags of one run. */
export function EditTags({ run, onClose }: EditTagsProps) {
  const [tags, setTags] = useState(run.tags);
  const [draft, setDraft] = useState('');
  const label = useLabelRun(run.id);
  const added = addTags(tags, draft);
  const save = (event: FormEvent): void => {
    event.preventDefault();
    // Not from the page around it: the dialog is a portal of it.
    event.stopPropagation();
    if (added.tags) label.mutate({ tags: added.tags }, { onSuccess: onClose });
  };
  return (
    <TagsForm
      title="Edit tags"
      description={run.name}
      onClose={onClose}
      onSubmit={save}
      busy={label.isPending}
      disabled={added.tags === null}
      error={label.error}
      action="Save tags"
    >
      <TagField label="Add a tag" tags={tags} onChange={setTags} draft={draft} onDraft={setDraft} />
    </TagsForm>
  );
}

/** Tags for several runs, whatever else they have. */
export function TagRuns({ runs, onClose }: { runs: Chosen[]; onClose: () => void }) {
  const [way, setWay] = useState<'addTags' | 'removeTags'>('addTags');
  const [tags, setTags] = useState<string[]>([]);
  const [draft, setDraft] = useState('');
  const tag = useTagRuns();
  const added = addTags(tags, draft);
  const save = (event: FormEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    if (added.tags?.length) tag.mutate({ runs, [way]: added.tags }, { onSuccess: onClose });
  };
  return (
    <TagsForm
      title={`Tag ${plural(runs.length, 'run')}`}
      description="Their other tags stay as they are."
      onClose={onClose}
      onSubmit={save}
      busy={tag.isPending}
      disabled={!added.tags?.length}
      error={tag.error}
      action={way === 'addTags' ? 'Add to all' : 'Remove from all'}
    >
      <Segmented
        label="What to do with the tags"
        value={way}
        onChange={setWay}
        options={[
          { value: 'addTags', label: 'Add' },
          { value: 'removeTags', label: 'Remove' },
        ]}
      />
      <TagField
        label={way === 'addTags' ? 'Tag to add' : 'Tag to remove'}
        tags={tags}
        onChange={setTags}
        draft={draft}
        onDraft={setDraft}
      />
    </TagsForm>
  );
}

type TagFieldProps = Omit<Parameters<typeof TagInput>[0], 'suggestions'>;

function TagField(props: TagFieldProps) {
  const facets = useFacets();
  return <TagInput {...props} suggestions={facets.data?.tags.map(({ value }) => value) ?? []} />;
}

interface TagsFormProps {
  title: string;
  description: string;
  onClose: () => void;
  onSubmit: (event: FormEvent) => void;
  busy: boolean;
  disabled: boolean;
  error: unknown;
  action: string;
  children: React.ReactNode;
}

function TagsForm({ title, description, onClose, onSubmit, busy, disabled, error, action, children }: TagsFormProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title} description={description}>
      <form className="grid gap-3" onSubmit={onSubmit}>
        {children}
        {error ? <ErrorNotice title="The tags were not all saved" error={error} /> : null}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={busy || disabled}>
            {busy ? 'Saving …' : action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
