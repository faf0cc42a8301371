import { describe, expect, it } from 'vitest';
import { FACTS, specFor } from '../../testing/fake-agent.ts';
import { withEveryParameter } from './named-parameters.ts';

const shop = { kind: 'named' as const, name: 'shop', tls: false, revision: null };
const chosen = (...parameters: [string, string][]) => ({
  ...specFor('s'),
  target: { ...shop, parameters: parameters.map(([name, value]) => ({ name, value })) },
});
const facts = (...names: string[]) => ({
  ...FACTS,
  targets: [
    {
      ...{ name: 'shop', port: 9000, healthPath: '/', profiles: false },
      parameters: names.map((name) => ({ name, values: ['1', '2'], default: '1' })),
    },
  ],
});

describe('the parameters of a named target', () => {
  it('are the same whether a default was chosen or left, in whatever order', () => {
    const declared = facts('cache', 'workers');
    const filled = chosen(['cache', '1'], ['workers', '2']);
    expect(withEveryParameter(chosen(['workers', '2']), declared)).toEqual(filled);
    expect(withEveryParameter(chosen(['workers', '2'], ['cache', '1']), declared)).toEqual(filled);
    expect(withEveryParameter(filled, declared)).toEqual(filled);
  });

  it('stay as they are where the host tells of none', () => {
    const spec = chosen(['workers', '2']);
    expect(withEveryParameter(spec, FACTS)).toBe(spec);
    expect(withEveryParameter(spec, null)).toBe(spec);
    expect(withEveryParameter(specFor('s'), facts('workers'))).toEqual(specFor('s'));
  });
});
