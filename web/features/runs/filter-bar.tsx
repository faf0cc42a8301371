'use client';

import { HELD_WORDS } from '@contract/choices';
import { MAX_SEARCH_CHARACTERS } from '@contract/limits';
import type { HeldWord } from '@contract/run-baseline';
import type { RunFacets } from '@contract/run-list';
import { WALLS } from '@contract/words';
import { HELD_NAMES } from '@rules/comparison/held-words';
import { FlaskConical, Search, X } from 'lucide-react';
import { stateLabel } from '@/lib/run-state';
import { Button } from '@/ui/button';
import { controlClass } from '@/ui/inputs/field';
import { DateFilter } from './date-filter';
import { OneFilter, SeveralFilter, toChoice } from './facet-filter';
import { ENDED_STATES, isFiltered, type RunFilters } from './run-filters';
import { TagFilter } from './tag-filter';

interface FilterBarProps {
  filters: RunFilters;
  facets: RunFacets | undefined;
  /** There are experiments, whose runs can be one line or many. */
  foldable: boolean;
  change: (filters: Partial<RunFilters>) => void;
  clear: () => void;
}

export function FilterBar({ filters, facets, foldable, change, clear }: FilterBarProps) {
  return (
    <search aria-label="Filter the runs" className="flex flex-wrap items-center gap-2">
      <div className="relative w-full sm:w-64">
        <Search aria-hidden className="absolute left-2.5 top-2 size-4 text-muted" />
        <input
          type="search"
          data-search-runs
          aria-label="Search runs"
          aria-keyshortcuts="/"
          placeholder="Name, tag or notes (press /)"
          maxLength={MAX_SEARCH_CHARACTERS}
          autoComplete="off"
          className={`${controlClass(false)} pl-8`}
          value={filters.text}
          onChange={({ target }) => change({ text: target.value })}
        />
      </div>
      <SeveralFilter
        label="Status"
        chosen={filters.state}
        choices={ENDED_STATES.map((state) => ({ value: state, label: stateLabel(state) }))}
        onChange={(state) => change({ state: state as RunFilters['state'] })}
      />
      <DateFilter range={filters} change={change} />
      {facets && <FacetFilters filters={filters} facets={facets} change={change} />}
      <OneFilter
        label="Source"
        chosen={filters.imported}
        choices={[
          { value: 'false', label: 'measured here' },
          { value: 'true', label: 'imported' },
        ]}
        onChange={(imported) => change({ imported: imported as RunFilters['imported'] })}
      />
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
      {foldable && (
        <Button
          title={
            filters.rounds === 'single'
              ? 'Show the runs of an experiment as one line'
              : 'Show each run of an experiment as a line of its own'
          }
          className={filters.rounds === 'single' ? 'border-accent' : undefined}
          onClick={() => change({ rounds: filters.rounds === 'single' ? 'folded' : 'single' })}
        >
          <FlaskConical aria-hidden className="size-3.5" />
          {filters.rounds === 'single' ? 'Fold experiments' : 'Unfold experiments'}
        </Button>
      )}
      {isFiltered(filters) && (
        <Button look="ghost" onClick={clear}>
          <X aria-hidden className="size-3.5" />
          Clear filters
        </Button>
      )}
    </search>
  );
}

function FacetFilters({
  filters,
  facets,
  change,
}: Required<Omit<FilterBarProps, 'clear' | 'foldable'>> & { facets: RunFacets }) {
  const modes = { true: 'prefork', false: 'one process' };
  return (
    <>
      <TagFilter tags={facets.tags} chosen={filters.tag} onChange={(tag) => change({ tag })} />
      <OneFilter
        label="vs ★"
        chosen={filters.against}
        choices={facets.against.length === 0 ? [] : HELD_WORDS.map((word) => heldChoice(word, facets))}
        onChange={(against) => change({ against: against as HeldWord | null })}
      />
      <OneFilter
        label="Wall"
        chosen={filters.wall}
        choices={facets.walls.map((facet) => ({ ...toChoice(facet), label: wallLabel(facet.value) }))}
        onChange={(wall) => change({ wall: wall as RunFilters['wall'] })}
      />
      <OneFilter
        label="Validity"
        chosen={filters.validity}
        choices={facets.validities.map(toChoice)}
        onChange={(validity) => change({ validity: validity as RunFilters['validity'] })}
      />
      <OneFilter
        label="Host"
        chosen={filters.hostId}
        choices={facets.hosts.map(({ hostId, name, runs }) => ({ value: hostId, label: name, runs }))}
        onChange={(hostId) => change({ hostId })}
      />
      <OneFilter
        label="Route"
        chosen={filters.path}
        choices={facets.paths.map(toChoice)}
        onChange={(path) => change({ path })}
      />
      <OneFilter
        label="Framework"
        chosen={filters.framework}
        choices={facets.frameworks.map(toChoice)}
        onChange={(framework) => change({ framework })}
      />
      <OneFilter
        label="Processes"
        chosen={filters.prefork}
        choices={facets.preforks.map((facet) => ({
          ...toChoice(facet),
          label: modes[facet.value as keyof typeof modes] ?? facet.value,
        }))}
        onChange={(prefork) => change({ prefork })}
      />
      <OneFilter
        label="Tool"
        chosen={filters.tool}
        choices={facets.tools.map(toChoice)}
        onChange={(tool) => change({ tool })}
      />
      <OneFilter
        label="Who"
        chosen={filters.createdBy}
        choices={facets.createdBy.map(toChoice)}
        onChange={(createdBy) => change({ createdBy })}
      />
    </>
  );
}

const heldChoice = (word: HeldWord, { against }: RunFacets) => ({
  value: word,
  label: HELD_NAMES[word],
  runs: against.find(({ value }) => value === word)?.runs ?? 0,
});

const wallLabel = (wall: string): string => WALLS[wall as keyof typeof WALLS]?.name ?? wall;
