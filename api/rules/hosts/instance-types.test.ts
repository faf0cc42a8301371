import { describe, expect, it } from 'vitest';
import catalogue from './instance-types/ec2.json' with { type: 'json' };
import { instanceType } from './instance-types.ts';

describe('the catalogue of instance types', () => {
  it('has what is published of those that people measure on', () => {
    expect(instanceType('c8i.32xlarge')).toEqual({
      vcpus: 128,
      baselineBitsPerSecond: 50e9,
      peakBitsPerSecond: 50e9,
      queuesMost: 128,
    });
    expect(instanceType('c6in.8xlarge')?.peakBitsPerSecond).toBe(50e9);
    expect(instanceType('c6i.8xlarge')).toMatchObject({ vcpus: 32, peakBitsPerSecond: 12.5e9 });
    // Smaller ones have less at any time than at their peak.
    expect(instanceType('t3.micro')).toMatchObject({ baselineBitsPerSecond: 64e6, peakBitsPerSecond: 5e9 });
    // Two cards: one interface goes through one of them.
    expect(instanceType('c6in.32xlarge')?.peakBitsPerSecond).toBe(200e9);
    expect(instanceType('c6i.banana')).toBeNull();
  });

  it('says whose figures they are, and every row has all of them', () => {
    expect(`${catalogue.source}, ${catalogue.date}`).toMatch(/^moto \d+\.\d+\.\d+, .* \d{4}-\d\d-\d\d$/);
    expect(catalogue.types.length).toBeGreaterThan(1000);
    for (const row of catalogue.types) {
      const { vcpus, baselineBitsPerSecond, peakBitsPerSecond } = instanceType(row.split(' ')[0] ?? '') ?? {};
      expect(vcpus, row).toBeGreaterThanOrEqual(1);
      expect(baselineBitsPerSecond, row).toBeGreaterThan(0);
      expect(peakBitsPerSecond, row).toBeGreaterThanOrEqual(baselineBitsPerSecond ?? Number.POSITIVE_INFINITY);
    }
  });
});
