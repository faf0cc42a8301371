'use client';

import { hasTag } from '@rules/spec/tags';
import { X } from 'lucide-react';
import { type FocusEvent, useId, useRef, useState } from 'react';
import { Button } from '@/ui/button';
import { TagLabel } from '@/ui/tag-label';
import { TextField } from './field';
import { type Added, addTags } from './tag-draft';

export interface TagInputProps {
  label: string;
  /** What the words are called. */
  title?: string;
  /** How typed ones are added: as tags of a run unless told otherwise. */
  adds?: (tags: string[], text: string) => Added;
  tags: string[];
  onChange: (tags: string[]) => void;
  /** What is typed and not added yet: saving takes it along. */
  draft: string;
  onDraft: (draft: string) => void;
  suggestions: string[];
  /** What is typed is added when the field is left, for where nothing is saved. */
  addsOnLeave?: boolean;
}

export function TagInput({
  label,
  title = 'Tags',
  adds = addTags,
  tags,
  onChange,
  draft,
  onDraft,
  suggestions,
  addsOnLeave = false,
}: TagInputProps) {
  const id = useId();
  const row = useRef<HTMLDivElement>(null);
  const [fault, setFault] = useState<string | null>(null);
  const add = (text: string): void => {
    const added = adds(tags, text);
    setFault(added.fault);
    if (added.tags === null) return onDraft(text);
    onChange(added.tags);
    onDraft('');
  };
  const leave = ({ relatedTarget }: FocusEvent): void => {
    if (addsOnLeave && draft.trim() !== '' && !row.current?.contains(relatedTarget)) add(draft);
  };
  return (
    <div className="grid gap-2">
      {tags.length > 0 && (
        <ul className="flex flex-wrap gap-1.5" aria-label={title}>
          {tags.map((tag) => (
            <li key={tag}>
              <TagLabel>
                <span className="break-all">{tag}</span>
                <button
                  type="button"
                  aria-label={`Remove ${tag}`}
                  className="-mr-1 grid size-5 place-items-center rounded-[4px] hover:text-ink"
                  onClick={() => onChange(tags.filter((one) => one !== tag))}
                >
                  <X aria-hidden className="size-3" />
                </button>
              </TagLabel>
            </li>
          ))}
        </ul>
      )}
      <div ref={row} className="flex items-start gap-2">
        <TextField
          id={id}
          fieldClass="flex-1"
          label={label}
          hint="Enter or a comma adds it"
          list={`${id}-known`}
          value={draft}
          error={fault ?? undefined}
          onChange={({ target }) => {
            setFault(null);
            if (target.value.includes(',')) add(target.value);
            else onDraft(target.value);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || draft.trim() === '') return;
            event.preventDefault();
            add(draft);
          }}
          onBlur={leave}
        />
        {draft.trim() !== '' && (
          <Button className="mt-[1.375rem] h-8" onClick={() => add(draft)} onBlur={leave}>
            Add
          </Button>
        )}
      </div>
      <datalist id={`${id}-known`}>
        {suggestions
          .filter((tag) => !hasTag(tags, tag))
          .map((tag) => (
            <option key={tag} value={tag} />
          ))}
      </datalist>
    </div>
  );
}
