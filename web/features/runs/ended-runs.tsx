'use client';

import { formatCount, plural } from '@rules/words/numbers';
import { Button } from '@/ui/button';
import { Panel } from '@/ui/panel';
import type { ShownLine } from './table/run-lines';
import { RunListing, type RunListingProps, useColumnsMenu, useIsWide } from './table/run-listing';

interface EndedRunsProps extends Omit<RunListingProps, 'label'> {
  /** Lines without those inside of others. */
  listed: number;
  total: number;
  waiting: number;
  showAll: () => void;
}

export function EndedRuns({ listed, total, waiting, showAll, ...listing }: EndedRunsProps) {
  const wide = useIsWide();
  const { menu } = useColumnsMenu(wide);
  return (
    <Panel
      title="Ended"
      aside={`${listed < total ? `${formatCount(listed)} of ` : ''}${countText(total, listing.lines)}, best step of each run`}
      actions={
        <>
          {waiting > 0 && <Button onClick={showAll}>Show {plural(waiting, 'newer run')}</Button>}
          {wide && menu}
        </>
      }
      flush
    >
      <RunListing label="Runs that ended" {...listing} />
    </Panel>
  );
}

const countText = (total: number, lines: ShownLine[]): string =>
  lines.some(({ type }) => type === 'experiment')
    ? plural(total, 'run and experiment', 'runs and experiments')
    : plural(total, 'run');
