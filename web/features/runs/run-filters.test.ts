import { describe, expect, it } from 'vitest';
import {
  isFiltered,
  knownCount,
  NO_FILTERS,
  nextOrder,
  queryOfExperiment,
  type RunFilters,
  toQuery,
} from './run-filters';

const all: RunFilters = { ...NO_FILTERS, rounds: 'folded', sort: 'created', direction: 'desc' };

describe('filters of the list', () => {
  it('are none until one is set; an order is no filter', () => {
    expect(isFiltered(all)).toBe(false);
    expect(isFiltered({ ...all, sort: 'name', direction: 'asc' })).toBe(false);
    expect(isFiltered({ ...all, text: 'x' })).toBe(true);
    expect(isFiltered({ ...all, state: ['failed'] })).toBe(true);
    expect(isFiltered({ ...all, prefork: 'false' })).toBe(true);
  });

  it('take a number from the address, and nothing else, which the API would refuse', () => {
    expect(['64', '1', '3000000000'].map(knownCount)).toEqual(['64', '1', '3000000000']);
    expect(['', '0', '-1', '1.5', 'deep', '1e3', '9'.repeat(20)].map(knownCount)).toEqual(Array(7).fill(null));
  });

  it('ask the API for what is set only, the same way whatever was chosen first', () => {
    expect(toQuery(all)).toEqual({ sort: 'created', direction: 'desc', fold: 'experiments' });
    const single: RunFilters = { ...all, rounds: 'single' };
    const one = toQuery({ ...single, text: ' pinned ', tag: ['b', 'a'], tool: 'wrk' });
    expect(one).toEqual({ text: 'pinned', tag: ['a', 'b'], tool: 'wrk', sort: 'created', direction: 'desc' });
    expect(JSON.stringify(toQuery({ ...single, text: 'pinned', tag: ['a', 'b'], tool: 'wrk' }))).toBe(
      JSON.stringify(one),
    );
  });
});

describe('rounds of experiments', () => {
  it('are lines of their own in the order of a figure', () => {
    expect(toQuery({ ...all, sort: 'latencyMsP99' })).not.toHaveProperty('fold');
    expect(toQuery({ ...all, sort: 'inFlight' })).not.toHaveProperty('fold');
    expect(toQuery({ ...all, sort: 'name' })).toMatchObject({ fold: 'experiments' });
  });

  it('are folded, except where the list is of one experiment', () => {
    expect(toQuery({ ...all, experimentId: 'e' })).toEqual({ sort: 'created', direction: 'desc', experimentId: 'e' });
    expect(queryOfExperiment({ ...all, tool: 'wrk' }, 'e')).toEqual(
      toQuery({ ...all, tool: 'wrk', experimentId: 'e' }),
    );
    expect(isFiltered({ ...all, rounds: 'single' })).toBe(false);
  });
});

describe('a click on a column', () => {
  it('begins with what one looks for first, and then turns', () => {
    const newest = { sort: 'created', direction: 'desc' } as const;
    const fastest = nextOrder(newest, 'requestsPerSecond');
    expect(fastest).toEqual({ sort: 'requestsPerSecond', direction: 'desc' });
    expect(nextOrder(fastest, 'requestsPerSecond').direction).toBe('asc');
    expect(nextOrder(fastest, 'latencyMsP99').direction).toBe('asc');
  });
});
