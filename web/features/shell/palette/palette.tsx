'use client';

import { MAX_SEARCH_CHARACTERS } from '@contract/limits';
import type { Found } from '@contract/search';
import { nameTails } from '@rules/run/run-names';
import { TERMS, type TermKey, termsFound } from '@rules/words/terms';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type KeyboardEvent, useId, useRef, useState, useSyncExternalStore } from 'react';
import { get } from '@/api/client';
import { silentSinceMs, subscribeToSilence } from '@/api/silence';
import { useSelection } from '@/features/runs/selection';
import { setTheme } from '@/ui/browser/theme';
import { classNames } from '@/ui/class-names';
import { Dialog } from '@/ui/dialog';
import { controlClass } from '@/ui/inputs/control';
import { When } from '@/ui/when';
import { useSession } from '../use-session';
import { type Action, actionsFor, isNamed } from './palette-actions';

interface Entry {
  key: string;
  name: string;
  does: Action['does'] | { explain: TermKey };
  about: string;
  createdAtUs: number | null;
}

interface Group {
  title: string;
  entries: Entry[];
}

const TITLES: Record<Found['kind'], string> = {
  view: 'Saved views',
  run: 'Runs',
  experiment: 'Experiments',
  host: 'Hosts',
  share: 'Shares',
};

/** Those of one name are told apart by the end of their id. */
function entriesOf(found: Found[]): Entry[] {
  const tails = nameTails(found);
  return found.map(({ about, path, ...one }) => ({
    ...one,
    does: { path },
    key: one.id,
    about: [about, one.kind !== 'view' && tails.get(one.id)].filter(Boolean).join(' · '),
  }));
}

/** What there is to go to for what was typed: actions at first, found things before them once there is a name. */
function useGroups(text: string): { groups: Group[]; error: Error | null; pending: boolean } {
  const { may } = useSession();
  const selection = useSelection();
  const wanted = text.trim();
  const { data, error, isPending, isPlaceholderData } = useQuery({
    queryKey: ['search', wanted],
    queryFn: ({ signal }) => get('/api/v1/search', { query: { text: wanted || undefined }, signal }),
    placeholderData: keepPreviousData,
  });
  const found = (Object.keys(TITLES) as Found['kind'][]).map((kind) => ({
    title: TITLES[kind],
    // Of what was found for fewer letters, that which still fits: Enter never opens something else.
    entries: entriesOf((data?.found ?? []).filter((one) => one.kind === kind && isNamed(one.name, wanted))),
  }));
  const actions: Group = {
    title: 'Do or go to',
    entries: actionsFor(wanted, may, selection).map(({ name, does }) => ({
      ...{ key: `does-${name}`.replaceAll(' ', '-'), name, does },
      ...{ about: '', createdAtUs: null },
    })),
  };
  const terms: Group = {
    title: 'What it means',
    entries: termsFound(wanted).map((key) => ({
      ...{ key: `means-${key}`, name: TERMS[key].name, does: { explain: key } },
      ...{ about: TERMS[key].text, createdAtUs: null },
    })),
  };
  const groups = wanted === '' ? [actions, ...found] : [...found, actions, terms];
  return { groups: groups.filter(({ entries }) => entries.length > 0), error, pending: isPending || isPlaceholderData };
}

/** Finds saved views, runs, experiments, hosts and shares by name, the pages, and what terms mean; the field keeps the focus, arrows mark, Enter goes. */
export function Palette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const [marked, setMarked] = useState(0);
  const [explained, setExplained] = useState<TermKey | null>(null);
  const { groups, error, pending } = useGroups(text);
  const entries = groups.flatMap((group) => group.entries);
  const at = Math.min(marked, Math.max(0, entries.length - 1));
  const current = entries[at];
  const silent = useSyncExternalStore(subscribeToSilence, silentSinceMs) !== null;
  const router = useRouter();
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const go = (entry: Entry): void => {
    if ('explain' in entry.does) return setExplained(entry.does.explain);
    onClose();
    if ('path' in entry.does) router.push(entry.does.path);
    else if ('leave' in entry.does) window.location.assign(entry.does.leave);
    else setTheme(entry.does.theme);
  };
  const mark = (next: number): void => {
    setMarked(next);
    list.current?.querySelectorAll('[role=option]')[next]?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && entries.length > 0) mark((at + step + entries.length) % entries.length);
    else if (event.key === 'Enter' && current) go(current);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Find or go to"
      description="By name, the newest first. Arrow keys choose, Enter opens."
    >
      <input
        autoFocus
        role="combobox"
        aria-label="Find or go to"
        aria-expanded={entries.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={current ? `${listId}-${current.key}` : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_SEARCH_CHARACTERS}
        placeholder="Run, experiment, host, view, share, page, command or term"
        className={controlClass(false)}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setMarked(0);
          setExplained(null);
        }}
        onKeyDown={onKeyDown}
      />
      {explained && <Meaning of={explained} />}
      <div ref={list} id={listId} role="listbox" aria-label="Found" className="mt-2 max-h-[50vh] overflow-y-auto">
        {groups.map(({ title, entries: own }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is none of a list's parts
          <div key={title} role="group" aria-label={title}>
            <div aria-hidden className="px-2 pb-0.5 pt-2 text-xs text-muted">
              {title}
            </div>
            {own.map((entry) => (
              <Option key={entry.key} entry={entry} id={`${listId}-${entry.key}`} on={entry === current} go={go} />
            ))}
          </div>
        ))}
      </div>
      {entries.length === 0 && !pending && !error && <p className="mt-2 text-sm text-muted">Nothing has this name.</p>}
      {silent && !error && (
        <p role="status" className="mt-2 text-sm text-bad">
          Names can’t be searched: the API does not answer. It is asked again every few seconds.
        </p>
      )}
      {error && <p className="mt-2 text-sm text-bad">Names could not be searched: {error.message}</p>}
    </Dialog>
  );
}

/** Below the field, which keeps the focus: what is typed next looks on. */
function Meaning({ of }: { of: TermKey }) {
  const { name, text, docs } = TERMS[of];
  return (
    <section
      role="status"
      aria-label={name}
      className="mt-2 rounded-panel border border-line-strong bg-raised p-3 text-sm"
    >
      <p className="font-semibold">{name}</p>
      <p className="mt-1">{text}</p>
      <p className="mt-1.5 text-xs text-muted">More: {docs}</p>
    </section>
  );
}

interface OptionProps {
  entry: Entry;
  id: string;
  on: boolean;
  go: (entry: Entry) => void;
}

function Option({ entry, id, on, go }: OptionProps) {
  const { name, about, createdAtUs } = entry;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the field's, which keeps the focus
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={on}
      className={classNames(
        'flex cursor-pointer items-baseline gap-3 rounded-[4px] px-2 py-1.5 hover:bg-raised pointer-coarse:py-3',
        on && 'bg-raised shadow-[inset_0_0_0_1px_var(--line-strong)]',
      )}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => go(entry)}
    >
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm">{name}</span>
        {about && <span className="block truncate text-xs text-muted">{about}</span>}
      </span>
      {createdAtUs !== null && (
        <span className="shrink-0 text-xs text-muted">
          <When atUs={createdAtUs} />
        </span>
      )}
    </div>
  );
}
