'use client';

import { ENDED_STATES } from '@contract/choices';
import { MAX_SEARCH_CHARACTERS } from '@contract/limits';
import type { RunFacets } from '@contract/run-list';
import { stateLabel } from '@rules/run/run-words';
import { Heart, Search, SlidersHorizontal, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/ui/button';
import { controlClass } from '@/ui/inputs/control';
import { DateFilter } from './date-filter';
import { OneFilter, SeveralFilter } from './facet-filter';
import { facetFilters, isOffered } from './facet-filters';
import { toFirstRow } from './list-keys';
import { chosenFilters, type RunFilters } from './run-filters';
import { TagFilter } from './tag-filter';
import { ViewsMenu } from './views/views-menu';

interface FilterBarProps {
  filters: RunFilters;
  facets: RunFacets | undefined;
  change: (filters: Partial<RunFilters>) => void;
  clear: () => void;
}

/** The search and what is asked for often in one line; the rest behind a button, in narrow windows all but the search. */
export function FilterBar({ filters, facets, change, clear }: FilterBarProps) {
  const [all, setAll] = useState(false);
  const chosen = chosenFilters(filters);
  const offered = (facets ? facetFilters(facets) : []).filter((one) => isOffered(one, filters[one.key]));
  const shown = offered.filter(({ key, often }) => all || often || filters[key] !== null);
  return (
    <search aria-label="Filter the runs" className="flex flex-wrap items-center gap-2">
      <div className="relative min-w-40 flex-1 sm:w-44 sm:flex-none">
        <Search aria-hidden className="absolute left-2.5 top-2 size-4 text-muted" />
        <input
          type="search"
          data-search-runs
          aria-label="Search runs"
          aria-keyshortcuts="/"
          title="Press / to search"
          placeholder="Name, tag or notes"
          maxLength={MAX_SEARCH_CHARACTERS}
          autoComplete="off"
          className={`${controlClass(false)} pl-8`}
          value={filters.text}
          onChange={({ target }) => change({ text: target.value })}
          onKeyDown={toFirstRow}
        />
      </div>
      <ViewsMenu />
      <Button
        aria-expanded={all}
        className={offered.every(({ often }) => often) ? 'sm:hidden' : undefined}
        onClick={() => setAll(!all)}
      >
        <SlidersHorizontal aria-hidden className="size-3.5" />
        {all ? 'Fewer filters' : 'Filters'}
        {chosen > 0 && <span className="text-accent">{chosen} set</span>}
      </Button>
      <div className={all ? 'contents' : 'contents max-sm:hidden'}>
        <Button
          aria-pressed={filters.favourite !== null}
          title="Favourites of yours"
          className={filters.favourite === null ? 'self-stretch sm:px-2' : 'self-stretch border-accent sm:px-2'}
          onClick={() => change({ favourite: filters.favourite === null ? 'true' : null })}
        >
          <Heart aria-hidden className={`size-3.5 ${filters.favourite === null ? '' : 'fill-current text-accent'}`} />
          <span className="sm:sr-only">Favourites</span>
        </Button>
        <SeveralFilter
          label="Status"
          chosen={filters.state}
          choices={ENDED_STATES.map((state) => ({ value: state, label: stateLabel(state) }))}
          onChange={(state) => change({ state: state as RunFilters['state'] })}
        />
        <DateFilter range={filters} change={change} />
        {facets && <TagFilter tags={facets.tags} chosen={filters.tag} onChange={(tag) => change({ tag })} />}
        {shown.map(({ key, label, choices }) => (
          <OneFilter
            key={key}
            label={label}
            chosen={filters[key] as string | null}
            choices={choices}
            onChange={(value) => change({ [key]: value } as Partial<RunFilters>)}
          />
        ))}
        {filters.experimentId !== null && (
          <Button className="border-accent" onClick={() => change({ experimentId: null })}>
            Of one experiment
            <X aria-hidden className="size-3.5" />
            <span className="sr-only">: show runs of all</span>
          </Button>
        )}
        {filters.group !== null && (
          <Button className="max-w-64 border-accent" title={filters.group} onClick={() => change({ group: null })}>
            <span className="truncate">{filters.group}</span>
            <X aria-hidden className="size-3.5 shrink-0" />
            <span className="sr-only">: show runs of all groups</span>
          </Button>
        )}
      </div>
      {chosen > 0 && (
        <Button look="ghost" onClick={clear}>
          <X aria-hidden className="size-3.5" />
          <span>
            Clear<span className="max-sm:sr-only"> filters</span>
          </span>
        </Button>
      )}
    </search>
  );
}
