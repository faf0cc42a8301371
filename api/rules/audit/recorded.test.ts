import { describe, expect, it } from 'vitest';
import { recordedFields, valueAt } from './recorded.ts';

describe('the fields of a request that are recorded', () => {
  it('are those that are named and there, by the last word of their path', () => {
    const body = { role: 'admin', password: 'secret', spec: { region: 'eu-central-1', budgetMicroUsd: null } };
    expect(recordedFields(body, ['role', 'spec.region', 'spec.budgetMicroUsd', 'spec.absent', 'absent.too'])).toEqual({
      role: 'admin',
      region: 'eu-central-1',
      budgetMicroUsd: 'none',
    });
  });

  it('tell of an object only which fields are set, and of objects in a list only how many they are', () => {
    const body = {
      tuning: { server: { nic: 'a secret' }, clients: null },
      budgets: [{ a: 'a secret' }, {}],
      tags: ['a', 'b'],
    };
    expect(recordedFields(body, ['tuning', 'budgets', 'tags'])).toEqual({
      tuning: 'server',
      budgets: '2',
      tags: 'a, b',
    });
  });

  it('are cut, and never a field that every object has', () => {
    expect(recordedFields({ why: 'x'.repeat(1000) }, ['why']).why).toHaveLength(200);
    expect(recordedFields({}, ['constructor', '__proto__'])).toEqual({});
    expect([valueAt(null, 'a'), valueAt({ a: [{ b: 1 }] }, 'a.0.b')]).toEqual([undefined, 1]);
  });
});
