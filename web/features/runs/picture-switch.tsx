'use client';

import type { RUN_PICTURES } from '@contract/choices';
import { Segmented } from '@/ui/inputs/segmented';
import { usePicture } from './url-state';

const PICTURES: { value: (typeof RUN_PICTURES)[number]; label: string; title: string }[] = [
  { value: 'list', label: 'Table', title: 'Table: run by run' },
  { value: 'groups', label: 'Groups', title: 'Groups: by target and requests' },
  { value: 'scatter', label: 'Scatter', title: 'Scatter: throughput against p99' },
];

/** At the head of each picture of the list: the others. */
export function PictureSwitch() {
  const [as, setAs] = usePicture();
  return <Segmented label="Show the runs as" value={as} onChange={(next) => void setAs(next)} options={PICTURES} />;
}
