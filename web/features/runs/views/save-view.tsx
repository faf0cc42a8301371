'use client';

import { MAX_VIEW_NAME_CHARACTERS } from '@contract/limits';
import type { RunView } from '@contract/run-view';
import { mayShareViews } from '@rules/people/view-rights';
import { type FormEvent, useState } from 'react';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { ErrorNotice } from '@/ui/error-notice';
import { TextField } from '@/ui/inputs/field';
import { SwitchField } from '@/ui/inputs/switch-field';
import { useSession } from '../../shell/use-session';
import { useChangeView, useSaveView } from './use-views';

interface SaveViewProps {
  /** Its name and who sees it are changed; null: what the list shows becomes a new one. */
  view: RunView | null;
  query: string;
  onClose: () => void;
  onSaved?: ((view: RunView) => void) | undefined;
}

export function SaveView({ view, query, onClose, onSaved }: SaveViewProps) {
  const role = useSession().session?.role ?? 'viewer';
  const [name, setName] = useState(view?.name ?? '');
  const [shared, setShared] = useState(view?.shared ?? false);
  const save = useSaveView();
  const change = useChangeView();
  const { isPending, error } = view ? change : save;
  const done = (saved: RunView): void => {
    onClose();
    onSaved?.(saved);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // Not from the page around it: the dialog is a portal of it.
    event.stopPropagation();
    if (name.trim() === '') return;
    if (view) change.mutate({ viewId: view.id, name, shared }, { onSuccess: done });
    else save.mutate({ name, query, shared }, { onSuccess: done });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={view ? 'Rename or share' : 'Save as a view'}
      description={view ? view.name : 'Keeps filters, order, columns and picture.'}
    >
      <form className="grid gap-3" onSubmit={submit}>
        <TextField
          id="view-name"
          label="Name"
          autoFocus
          autoComplete="off"
          maxLength={MAX_VIEW_NAME_CHARACTERS}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        {mayShareViews(role) && (
          <SwitchField
            id="view-shared"
            label="Share with everybody"
            hint="Off: only you see it."
            checked={shared}
            onChange={setShared}
          />
        )}
        {error ? <ErrorNotice title="The view was not saved" error={error} /> : null}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={isPending || name.trim() === ''}>
            {isPending ? 'Saving …' : 'Save view'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
