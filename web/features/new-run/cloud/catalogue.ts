'use client';

import type { InstanceType } from '@rules/hosts/instance-types';
import { useEffect, useState } from 'react';

export type Catalogue = ReadonlyMap<string, InstanceType>;

let read: Catalogue | null = null;

/** The catalogue of instance types, which only forms for hosts to launch load; null until then. */
export function useCatalogue(wanted: boolean): Catalogue | null {
  const [catalogue, setCatalogue] = useState(read);
  useEffect(() => {
    if (!wanted || catalogue) return;
    void import('@rules/hosts/instance-types').then(({ instanceTypes }) => {
      read = instanceTypes();
      setCatalogue(read);
    });
  }, [wanted, catalogue]);
  return catalogue;
}
