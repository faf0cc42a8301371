'use client';

import type { ShownResult } from '@/api/types';
import { HeadlinePanel } from './headline-panel';
import { OutcomesPanel } from './outcomes-panel';
import { RoundsPanel } from './rounds-panel';
import { WallsPanel } from './walls-panel';

/** What a comparison concludes, of any number of runs; it fetches nothing. Documents of before have none of it. */
export function ComparisonOutcomes({ comparison }: { comparison: ShownResult }) {
  return (
    <>
      <HeadlinePanel comparison={comparison} />
      <WallsPanel comparison={comparison} />
      <OutcomesPanel comparison={comparison} />
      <RoundsPanel comparison={comparison} />
    </>
  );
}
