import { describe, expect, it } from 'vitest';
import { FACTS, nic } from '../../testing/fake-agent.ts';
import { ceilingOf } from './nic-use.ts';

const host = (over: Parameters<typeof nic>[2], instanceType: string | null = null) => ({
  ...FACTS,
  instanceType,
  nics: [
    nic('eth0', ['192.0.2.5/24'], { driver: 'ena', speedBitsPerSecond: null, bandwidthBitsPerSecond: null, ...over }),
  ],
});
const ceiling = (...facts: Parameters<typeof host>) => {
  const { ceilingBitsPerSecond, ceilingSource } = ceilingOf('eth0', host(...facts));
  return [ceilingBitsPerSecond, ceilingSource];
};

describe('the ceiling of an interface', () => {
  it('is the least of link speed, what is published of the instance, and what the host says', () => {
    expect(ceiling({ speedBitsPerSecond: 100e9 })).toEqual([100e9, 'link speed']);
    expect(ceiling({}, 'c8i.32xlarge')).toEqual([50e9, 'c8i.32xlarge, published peak']);
    expect(ceiling({ speedBitsPerSecond: 100e9 }, 'c8i.32xlarge')).toEqual([50e9, 'c8i.32xlarge, published peak']);
    expect(ceiling({ speedBitsPerSecond: 10e9 }, 'c8i.32xlarge')).toEqual([10e9, 'link speed']);
    expect(ceiling({ bandwidthBitsPerSecond: 5e9 }, 'c8i.32xlarge')).toEqual([5e9, "the host's configuration file"]);
  });

  it('is the peak, with what the type has at any time', () => {
    expect(ceiling({}, 'c6i.xlarge')).toEqual([12.5e9, 'c6i.xlarge, published peak (1.562 Gbit/s at any time)']);
  });

  it('is not known where nothing is, and never what a veth says of itself', () => {
    expect(ceiling({}, null)).toEqual([null, null]);
    expect(ceiling({}, 'c99.huge')).toEqual([null, null]);
    expect(ceiling({ driver: 'veth', speedBitsPerSecond: 10e9 }, 'c8i.32xlarge')).toEqual([null, null]);
    expect(ceiling({ loopback: true, driver: null, speedBitsPerSecond: 1e9 }, 'c8i.32xlarge')).toEqual([null, null]);
    const stated = ceiling({ driver: 'veth', speedBitsPerSecond: 10e9, bandwidthBitsPerSecond: 100e6 });
    expect(stated).toEqual([100e6, "the host's configuration file"]);
    expect(ceilingOf('eth9', host({}))).toEqual({ ceilingBitsPerSecond: null, ceilingSource: null });
  });
});
