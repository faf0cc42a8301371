'use client';

import type { RUN_PICTURES } from '@contract/choices';
import { Segmented } from '@/ui/inputs/segmented';
import { useFacets } from './runs-query';
import { usePicture } from './url-state';

const PICTURES: { value: (typeof RUN_PICTURES)[number]; label: string; title: string }[] = [
  { value: 'list', label: 'Table', title: 'Table: run by run' },
  { value: 'groups', label: 'Groups', title: 'Groups: by target and requests' },
  { value: 'scatter', label: 'Scatter', title: 'Scatter: throughput against p99' },
];

/** Beside the title, and not at the head of each picture: it keeps the focus while pictures come and go. */
export function PictureSwitch() {
  const [as, setAs] = usePicture();
  const { data } = useFacets();
  if (data?.tools.length === 0) return null;
  return <Segmented label="Show the runs as" value={as} onChange={(next) => void setAs(next)} options={PICTURES} />;
}
