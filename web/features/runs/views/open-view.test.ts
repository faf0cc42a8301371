import type { RunView } from '@contract/run-view';
import { expect, it } from 'vitest';
import { NO_FILTERS, type RunFilters } from '../run-filters';
import { DEFAULT_COLUMNS } from '../table/run-columns';
import { presentQuery } from '../url-state';
import { openView } from './open-view';

const LIST: RunFilters = { ...NO_FILTERS, rounds: 'folded', sort: 'created', direction: 'desc' };
const present = (filters: Partial<RunFilters> = {}) =>
  presentQuery({ filters: { ...LIST, ...filters }, as: 'list', latency: null, columns: DEFAULT_COLUMNS });
const view = (query: string): RunView => ({
  ...{ id: 'v1', name: 'nightly', query, shared: false, own: true, ownerName: 'Ada' },
  ...{ createdAtUs: 1, changedAtUs: 1 },
});

it('says nothing of the order and the picture that the list has anyway, but names the columns', () => {
  expect(present()).toBe(`columns=${DEFAULT_COLUMNS.join('%2C')}`);
  const query = presentQuery({
    filters: { ...LIST, tag: ['b', 'a,c'], text: 'fast', favourite: 'true', hostId: 'h1', since: '7d' },
    as: 'scatter',
    latency: 'open',
    columns: ['verdict'],
  });
  expect(query).toBe('as=scatter&columns=verdict&favourite=true&host=h1&latency=open&q=fast&since=7d&tag=b%2Ca%252Cc');
});

it('knows the saved view that is open, and when the list shows something else', () => {
  const saved = view(present({ against: 'worse' }));
  expect(openView('v1', [saved], present({ against: 'worse' }))).toEqual({ view: saved, gone: false, changed: false });
  expect(openView('v1', [saved], present({ against: 'worse', sort: 'name' })).changed).toBe(true);
  expect(openView(null, [saved], present()).view).toBeNull();
});

it('knows a view whose parameters stand in another order for the same', () => {
  const saved = view(`since=7d&columns=${DEFAULT_COLUMNS.join()}&against=worse`);
  expect(openView('v1', [saved], present({ against: 'worse', since: '7d' })).changed).toBe(false);
});

it('tells of a view that is not there only when all are known', () => {
  expect(openView('v2', undefined, present())).toEqual({ view: null, gone: false, changed: false });
  expect(openView('v2', [view('')], present()).gone).toBe(true);
});
