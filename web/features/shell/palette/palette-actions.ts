import type { Role } from '@contract/account';
import { type Chosen, compareHref, MIN_COMPARED } from '@/lib/run-selection';
import type { Theme } from '@/ui/browser/theme';
import { MAX_SIDES } from '@/ui/sides';

export interface Action {
  name: string;
  /** A place within the app, one outside of its pages, or a theme to wear from now on. */
  does: { path: string } | { leave: string } | { theme: Theme };
  needs: Role;
  /** Other words that people look for it by. */
  also?: string;
  /** Found by its words alone: what stands there before anything is typed leaves the newest runs in sight. */
  typed?: true;
}

/** What one can do without a name to look for. */
const ACTIONS: Action[] = [
  { name: 'New run', does: { path: '/runs/new' }, needs: 'operator', also: 'start benchmark test load' },
  { name: 'New experiment', does: { path: '/experiments/new' }, needs: 'operator', also: 'a/b baseline variant' },
  {
    name: 'Recipes for experiments',
    does: { path: '/experiments/new' },
    typed: true,
    needs: 'operator',
    also: 'template gallery',
  },
  { name: 'Import results', does: { path: '/imports' }, needs: 'operator', also: 'upload file wrk k6 json csv' },
  {
    name: 'Load the journal: runs with known answers',
    does: { path: '/imports' },
    typed: true,
    needs: 'operator',
    also: 'seed example sample demo reference import',
  },
  { name: 'Runs', does: { path: '/' }, needs: 'viewer', also: 'list table' },
  {
    name: 'Runs by target and route',
    does: { path: '/?as=groups' },
    typed: true,
    needs: 'viewer',
    also: 'groups baselines',
  },
  {
    name: 'Scatter of runs',
    does: { path: '/?as=scatter' },
    typed: true,
    needs: 'viewer',
    also: 'throughput p99 chart',
  },
  { name: 'Favourites', does: { path: '/?favourite=true' }, typed: true, needs: 'viewer', also: 'favorite heart' },
  {
    name: 'Runs that regressed against their baseline',
    does: { path: '/?against=worse' },
    needs: 'viewer',
    also: 'worse slower',
  },
  {
    name: 'Recently deleted runs',
    does: { path: '/?view=deleted' },
    typed: true,
    needs: 'operator',
    also: 'restore undelete trash bring back',
  },
  {
    name: 'Cancel a run: on its page, while it runs',
    does: { path: '/' },
    typed: true,
    needs: 'operator',
    also: 'stop abort end kill',
  },
  { name: 'Experiments', does: { path: '/experiments' }, needs: 'viewer' },
  { name: 'Benchmarks', does: { path: '/benchmarks' }, needs: 'viewer', also: 'watch history commits revisions trend' },
  { name: 'Hosts', does: { path: '/hosts' }, needs: 'viewer', also: 'agent machine server join doctor' },
  {
    name: 'Cloud',
    does: { path: '/cloud' },
    typed: true,
    needs: 'operator',
    also: 'ec2 aws launch cost instances end terminate',
  },
  { name: 'Shares', does: { path: '/shares' }, needs: 'operator', also: 'links public' },
  { name: 'Settings', does: { path: '/settings' }, needs: 'viewer', also: 'account password people token invite' },
  {
    name: 'HTTP API',
    does: { leave: '/api/v1/docs' },
    typed: true,
    needs: 'viewer',
    also: 'docs documentation openapi help',
  },
  { name: 'Dark theme', does: { theme: 'dark' }, typed: true, needs: 'viewer', also: 'mode night' },
  { name: 'Light theme', does: { theme: 'light' }, typed: true, needs: 'viewer', also: 'mode day' },
  {
    name: 'Theme of the system',
    does: { theme: 'system' },
    typed: true,
    needs: 'viewer',
    also: 'dark light auto mode',
  },
];

/** Those with every word that was typed, in the name or among the other words. */
export function actionsFor(text: string, may: (role: Role) => boolean, chosen: Chosen[]): Action[] {
  return [compare(chosen), ...ACTIONS].filter(
    ({ name, needs, also = '', typed = false }) =>
      may(needs) && !(typed && text.trim() === '') && isNamed(`${name} ${also}`, text),
  );
}

/** The runs that are selected in the list; without enough of them, the page on which runs are chosen. */
function compare(chosen: Chosen[]): Action {
  const [needs, also] = ['viewer', 'diff difference versus'] as const;
  if (chosen.length < MIN_COMPARED || chosen.length > MAX_SIDES)
    return { name: 'Compare runs', does: { path: '/compare' }, needs, also, typed: true };
  const path = compareHref(chosen.map(({ id }) => id));
  return { name: `Compare the ${chosen.length} selected runs`, does: { path }, needs, also };
}

/** Every word stands in the name, as the search of the API has it. */
export function isNamed(name: string, text: string): boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return words.every((word) => name.toLowerCase().includes(word));
}
