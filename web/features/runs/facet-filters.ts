import { HELD_WORDS } from '@contract/choices';
import type { LIST_FILTERS } from '@contract/list-address';
import type { HeldWord } from '@contract/run-baseline';
import type { RunFacets } from '@contract/run-list';
import { keysOf, WALLS } from '@contract/words';
import { HELD_NAMES } from '@rules/comparison/held-words';
import { frameworkName } from '@rules/spec/target-words';
import { type Choice, toChoice } from './facet-filter';

/** Filters that are no choice among a few values; filter-bar.tsx has each of them. */
type Elsewhere = 'text' | 'state' | 'tag' | 'experimentId' | 'group' | 'favourite' | 'since' | 'until';
type FacetKey = Exclude<keyof typeof LIST_FILTERS, Elsewhere>;

export interface FacetFilter {
  key: FacetKey;
  label: string;
  choices: Choice[];
  /** Asked for so often that it stands in the bar at once. */
  often?: boolean;
}

const MODES: Record<string, string> = { true: 'prefork', false: 'one process' };

/** What one value can be chosen of, in the order of the bar. */
export function facetFilters(facets: RunFacets): FacetFilter[] {
  const heldChoice = (word: HeldWord): Choice => ({
    value: word,
    label: HELD_NAMES[word],
    runs: facets.against.find(({ value }) => value === word)?.runs ?? 0,
  });
  const filters: Record<FacetKey, Omit<FacetFilter, 'key'>> = {
    against: {
      label: 'vs ★',
      choices: facets.against.length === 0 ? [] : HELD_WORDS.map(heldChoice),
      often: true,
    },
    wall: {
      label: 'Bottleneck',
      choices: facets.walls.map((facet) => ({
        ...toChoice(facet),
        label: WALLS[facet.value as keyof typeof WALLS]?.name ?? facet.value,
      })),
      often: true,
    },
    hostId: {
      label: 'Host',
      choices: facets.hosts.map(({ hostId, name, runs }) => ({ value: hostId, label: name, runs })),
      often: true,
    },
    path: { label: 'Route', choices: facets.paths.map(toChoice), often: true },
    pipelining: {
      label: 'In flight',
      choices: facets.pipelinings.map(({ value, runs }) => ({
        ...{ value, runs },
        // Of HTTP/2 they are streams.
        label: `${value} per connection`,
      })),
    },
    validity: { label: 'Validity', choices: facets.validities.map(toChoice) },
    framework: {
      label: 'Framework',
      choices: facets.frameworks.map((facet) => ({ ...toChoice(facet), label: frameworkName(facet.value) })),
    },
    prefork: {
      label: 'Processes',
      choices: facets.preforks.map((facet) => ({ ...toChoice(facet), label: MODES[facet.value] ?? facet.value })),
    },
    tool: { label: 'Tool', choices: facets.tools.map(toChoice) },
    createdBy: { label: 'Who', choices: facets.createdBy.map(toChoice) },
    imported: {
      label: 'Source',
      choices: [
        { value: 'false', label: 'measured here' },
        { value: 'true', label: 'imported' },
      ],
    },
  };
  return keysOf(filters).map((key) => ({ key, ...filters[key] }));
}

/** Nothing can be chosen of one. */
export const isOffered = ({ choices }: FacetFilter, chosen: unknown): boolean => choices.length > 1 || chosen !== null;
