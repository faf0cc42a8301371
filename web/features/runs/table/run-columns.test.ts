import { describe, expect, it } from 'vitest';
import { DEFAULT_COLUMNS, isDefault, knownColumns, parseKept, toggleColumn } from './run-columns';

describe('columns', () => {
  it('stand in the order of the table, and unknown ones are left out', () => {
    expect(knownColumns(['hosts', 'colour', 'status'])).toEqual(['status', 'hosts']);
  });

  it('go and come back at their place', () => {
    const without = toggleColumn(DEFAULT_COLUMNS, 'p99');
    expect(without).not.toContain('p99');
    expect(isDefault(without)).toBe(false);
    expect(toggleColumn(without, 'p99')).toEqual(knownColumns(DEFAULT_COLUMNS));
    expect(isDefault(toggleColumn(without, 'p99'))).toBe(true);
  });

  it('are read from what the browser kept, if that is of any use', () => {
    expect(parseKept(null)).toBeNull();
    expect(parseKept('colour,nothing')).toBeNull();
    expect(parseKept('status,colour')).toEqual(['status']);
    expect(parseKept('')).toEqual([]);
  });
});
