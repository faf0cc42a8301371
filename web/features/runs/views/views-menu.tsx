'use client';

import type { RunView } from '@contract/run-view';
import { mayChangeView, mayDeleteView } from '@rules/people/view-rights';
import { viewPath } from '@rules/run/view-address';
import { Bookmark, ChevronDown, X } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button, IconButton } from '@/ui/button';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '@/ui/menu';
import { useSession } from '../../shell/use-session';
import { DeleteView, SaveView } from '../dialogs';
import { useOpenView } from './use-open-view';
import { useChangeView, useDeleteView } from './use-views';

/** Saved views: the one that is open, whether the list shows something else by now, and all others in a menu. */
export function ViewsMenu() {
  const { view, gone, changed, query, views = [], leave } = useOpenView();
  const role = useSession().session?.role ?? 'viewer';
  const [editing, setEditing] = useState<'new' | 'open' | null>(null);
  const [erasing, setErasing] = useState(false);
  const change = useChangeView();
  const erase = useDeleteView();
  const router = useRouter();
  const mayChange = view !== null && mayChangeView(view, role);
  const open = (one: RunView): void => router.push(viewPath(one));
  return (
    <>
      <Menu
        onOpen={SaveView.preload}
        trigger={
          <Button
            data-saved-views
            aria-keyshortcuts="v"
            title={view ? `${view.name}${changed ? ', changed since it was saved' : ''}` : 'Saved views (v)'}
            className={view ? 'max-w-64 border-accent' : undefined}
          >
            <Bookmark aria-hidden className="size-3.5 shrink-0" />
            <span className="truncate">
              <span className={view ? 'sr-only' : 'max-sm:sr-only'}>Views</span>
              {view && <span className="sr-only">: </span>}
              {view?.name}
            </span>
            {changed && <span className="shrink-0 text-xs font-normal text-muted">changed</span>}
            <ChevronDown aria-hidden className="size-3.5 shrink-0" />
          </Button>
        }
      >
        <ViewItems views={views} current={view} onOpen={open} />
        {view && changed && <MenuItem onSelect={() => open(view)}>Back to ‘{view.name}’ as saved</MenuItem>}
        <MenuItem onSelect={() => setEditing('new')}>Save as a view …</MenuItem>
        {mayChange && <MenuItem onSelect={() => setEditing('open')}>Rename or share ‘{view.name}’ …</MenuItem>}
        {view && mayDeleteView(view, role) && (
          <MenuItem danger onSelect={() => (view.own ? erase.mutate(view, { onSuccess: leave }) : setErasing(true))}>
            Delete ‘{view.name}’
          </MenuItem>
        )}
      </Menu>
      {mayChange && changed && (
        <Button disabled={change.isPending} onClick={() => change.mutate({ viewId: view.id, query })}>
          Update view
        </Button>
      )}
      {gone && (
        <span role="status" className="inline-flex items-center gap-1 text-sm text-muted">
          This view was deleted, or is not shared with you.
          <IconButton label="Leave the view" onClick={leave}>
            <X aria-hidden className="size-3.5" />
          </IconButton>
        </span>
      )}
      {view && erasing && <DeleteView view={view} onClose={() => setErasing(false)} onDeleted={leave} />}
      {editing && (
        <SaveView
          view={editing === 'open' ? view : null}
          query={query}
          onClose={() => setEditing(null)}
          onSaved={editing === 'new' ? open : undefined}
        />
      )}
    </>
  );
}

interface ViewItemsProps {
  views: RunView[];
  current: RunView | null;
  onOpen: (view: RunView) => void;
}

function ViewItems({ views, current, onOpen }: ViewItemsProps) {
  const parts = [
    { title: 'Yours', views: views.filter(({ own }) => own) },
    { title: 'Shared with everybody', views: views.filter(({ own }) => !own) },
  ].filter((part) => part.views.length > 0);
  return (
    <>
      {parts.map(({ title, views: some }) => (
        <div key={title}>
          <MenuLabel>{title}</MenuLabel>
          {[...some]
            .sort((a, b) => a.name.localeCompare(b.name))
            .map((view) => (
              <MenuItem key={view.id} aria-current={view.id === current?.id || undefined} onSelect={() => onOpen(view)}>
                <span className={`min-w-0 flex-1 break-words ${view.id === current?.id ? 'font-medium' : ''}`}>
                  {view.name}
                </span>
                <span className="text-xs text-muted">{view.own ? view.shared && 'shared' : view.ownerName}</span>
              </MenuItem>
            ))}
        </div>
      ))}
      {parts.length > 0 && <MenuSeparator />}
    </>
  );
}
