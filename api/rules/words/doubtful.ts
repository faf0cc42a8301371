import type { Validity } from '../../contract/verdict.ts';

/** A figure that is not to be believed as it is: '~' stands before it. */
export const isDoubtful = ({ validity }: { validity: Validity | null }): boolean =>
  validity === 'suspect' || validity === 'invalid';
