'use client';

import { plural } from '@rules/words/numbers';
import { Button } from '@/ui/button';
import { Panel } from '@/ui/panel';
import { FoldSwitch } from './fold-switch';
import { countText, runsOfLines, type ShownLine } from './table/run-lines';
import { RunListing, type RunListingProps, useColumnsMenu } from './table/run-listing';
import { useIsWide } from './table/use-columns-here';

interface EndedRunsProps extends Omit<RunListingProps, 'label' | 'foldSwitch'> {
  /** Lines without those inside of others. */
  listed: number;
  total: number;
  runsTotal: number;
  waiting: number;
  showAll: () => void;
  /** There are experiments, whose runs can be one line or many. */
  foldable: boolean;
}

export function EndedRuns({ listed, total, runsTotal, waiting, showAll, foldable, ...listing }: EndedRunsProps) {
  const wide = useIsWide();
  const { menu } = useColumnsMenu();
  const foldSwitch = foldable && (
    <FoldSwitch rounds={listing.filters.rounds} onChange={(rounds) => listing.change({ rounds })} />
  );
  return (
    <Panel
      title="Ended runs"
      aside={
        <>
          {countText({ listed, total, runsTotal })}
          <span className="max-sm:sr-only">, best step of each</span>
          {listing.filters.sort === 'latencyMsP99' && ofBothLoops(listing.lines) && (
            <span>; p99 includes waiting in open loops alone</span>
          )}
        </>
      }
      actions={
        <>
          {waiting > 0 && <Button onClick={showAll}>Show {plural(waiting, 'newer run')}</Button>}
          {wide && foldSwitch}
          {wide && menu}
        </>
      }
      flush
    >
      <RunListing label="Runs that ended" foldSwitch={foldSwitch} {...listing} />
    </Panel>
  );
}

/** Their p99 is of two kinds, which no order ranks. */
const ofBothLoops = (lines: ShownLine[]): boolean =>
  new Set(runsOfLines(lines).flatMap(({ best }) => (best?.latencyMsP99 == null ? [] : best.spec.loop))).size > 1;
