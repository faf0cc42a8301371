'use client';

import type { RunFacets } from '@contract/run-list';
import { hasTag } from '@rules/spec/tags';
import { X } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '@/ui/button';
import { controlClass } from '@/ui/inputs/control';
import { SeveralFilter, toChoice } from './facet-filter';

/** More than these are searched rather than looked through. */
const LISTED_MOST = 12;

interface TagFilterProps {
  tags: RunFacets['tags'];
  chosen: string[];
  onChange: (chosen: string[]) => void;
}

export function TagFilter({ tags, chosen, onChange }: TagFilterProps) {
  if (tags.length === 0 && chosen.length === 0) return null;
  if (tags.length <= LISTED_MOST)
    return <SeveralFilter label="Tags" chosen={chosen} choices={tags.map(toChoice)} onChange={onChange} />;
  return <SearchedTags tags={tags} chosen={chosen} onChange={onChange} />;
}

/** A tag is taken as soon as it is typed or picked in full. */
function SearchedTags({ tags, chosen, onChange }: TagFilterProps) {
  const [typed, setTyped] = useState('');
  const listId = useId();
  const type = (text: string): void => {
    const whole = tags.find(({ value }) => value === text && !hasTag(chosen, value));
    // Another tag may begin with this one: then Enter takes it.
    const more = tags.some(({ value }) => value !== text && value.startsWith(text));
    if (whole && !more) take(text);
    else setTyped(text);
  };
  const take = (tag: string): void => {
    setTyped('');
    onChange([...chosen, tag]);
  };
  const first = tags.find(({ value }) => value.toLowerCase().includes(typed.toLowerCase()) && !hasTag(chosen, value));
  return (
    <>
      <input
        aria-label="Tag"
        placeholder="Tag"
        list={listId}
        autoComplete="off"
        className={`${controlClass(false)} !w-36`}
        value={typed}
        onChange={({ target }) => type(target.value)}
        onKeyDown={({ key }) => key === 'Enter' && typed !== '' && first && take(first.value)}
      />
      <datalist id={listId}>
        {tags
          .filter(({ value }) => !hasTag(chosen, value))
          .map(({ value, runs }) => (
            <option key={value} value={value} label={`${value} (${runs})`} />
          ))}
      </datalist>
      {chosen.map((tag) => (
        <Button
          key={tag}
          className="max-w-48 border-accent"
          onClick={() => onChange(chosen.filter((one) => one !== tag))}
        >
          <span className="truncate">{tag}</span>
          <X aria-hidden className="size-3.5 shrink-0" />
          <span className="sr-only">: no more by this tag</span>
        </Button>
      ))}
    </>
  );
}
