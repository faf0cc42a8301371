import type { LaunchSpec } from '../../contract/launch.ts';

/** A quota of Amazon EC2 on vCPUs, of all instances of some families in a region. */
export interface Quota {
  code: string;
  name: string;
}

type Market = LaunchSpec['market'];

/** Families by the letters before the generation of a type: `c8i.xlarge` is of C, `g6.xlarge` of G. */
const FAMILIES: { letters: RegExp; 'on-demand': Quota; spot: Quota }[] = [
  {
    letters: /^(a|c|d|h|i|im|is|m|r|t|z)$/,
    'on-demand': {
      code: 'L-1216C47A',
      name: 'Running On-Demand Standard (A, C, D, H, I, M, R, T, Z) instances',
    },
    spot: { code: 'L-34B43A08', name: 'All Standard (A, C, D, H, I, M, R, T, Z) Spot Instance Requests' },
  },
  {
    letters: /^(g|gr|vt)$/,
    'on-demand': { code: 'L-DB2E81BA', name: 'Running On-Demand G and VT instances' },
    spot: { code: 'L-3819A6DF', name: 'All G and VT Spot Instance Requests' },
  },
  {
    letters: /^p$/,
    'on-demand': { code: 'L-417A185B', name: 'Running On-Demand P instances' },
    spot: { code: 'L-7212CCBC', name: 'All P Spot Instance Requests' },
  },
];

/** Null for a family whose quota is not known here: AWS then says at the launch whether it suffices. */
export function quotaOf(instanceType: string, market: Market): Quota | null {
  const letters = /^([a-z]+)\d/.exec(instanceType)?.[1];
  // u7i-12tb, hpc7g and the like have quotas of their own.
  if (letters === undefined) return null;
  return FAMILIES.find((family) => family.letters.test(letters))?.[market] ?? null;
}
