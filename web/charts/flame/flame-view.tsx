'use client';

import { formatPercent } from '@rules/words/numbers';
import { X } from 'lucide-react';
import { useMemo } from 'react';
import type { FlameCounts } from '@/charts/save/flame-csv';
import { PictureMenu } from '@/charts/save/picture-menu';
import { IconButton } from '@/ui/button';
import { controlClass } from '@/ui/inputs/control';
import { Segmented } from '@/ui/inputs/segmented';
import { FlameGraph } from './flame-graph';
import { FlameLegend } from './flame-legend';
import type { FlameClass, FlameLook } from './flame-paint';
import { type FlameTree, inverted, matchedShare, matches } from './flame-tree';

/** What of a flame graph is looked at. */
export interface FlameChoice {
  wanted: string;
  bottomUp: boolean;
  zoom: number | null;
}

interface FlameViewProps {
  label: string;
  tree: FlameTree;
  /** What each side of the tree is worth, as it was made. */
  worth: number[];
  lookOf: (tree: FlameTree) => FlameLook;
  legend: FlameClass[];
  choice: FlameChoice;
  onChoice: (change: Partial<FlameChoice>) => void;
  tellOf: (tree: FlameTree) => (frame: number) => string;
  /** For what is saved: its name, and what its counts are of. */
  title: string;
  counts: FlameCounts;
}

/** A flame graph with search and both ways round. */
export function FlameView({
  label,
  tree,
  worth,
  lookOf,
  legend,
  choice,
  onChoice,
  tellOf,
  title,
  counts,
}: FlameViewProps) {
  const { wanted, bottomUp, zoom } = choice;
  const shown = useMemo(() => (bottomUp ? inverted(tree, worth) : tree), [tree, worth, bottomUp]);
  const look = useMemo(() => lookOf(shown), [lookOf, shown]);
  const tell = useMemo(() => tellOf(shown), [tellOf, shown]);
  const matched = useMemo(() => matches(shown, wanted), [shown, wanted]);
  const share = useMemo(() => (matched ? matchedShare(shown, matched) : null), [shown, matched]);
  return (
    <div data-picture="" className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 print:hidden">
        <Segmented
          label="Direction"
          value={bottomUp ? 'bottom-up' : 'top-down'}
          onChange={(value) => onChoice({ bottomUp: value === 'bottom-up', zoom: null })}
          options={[
            { value: 'top-down', label: 'Top down', title: 'Top down: what each function called' },
            { value: 'bottom-up', label: 'Bottom up', title: 'Bottom up: who called the functions that cost most' },
          ]}
        />
        <input
          type="search"
          aria-label="Search functions in the flame graph"
          placeholder="Search functions"
          value={wanted}
          onChange={({ target }) => onChoice({ wanted: target.value })}
          className={`${controlClass(false)} !w-56 max-w-full`}
        />
        {share !== null && (
          <p className="text-sm" role="status">
            <strong className="font-semibold">{formatPercent(share * 100)} %</strong> matched
          </p>
        )}
        {zoom !== null && (
          <span className="inline-flex items-center gap-1 text-sm text-muted">
            Zoomed in
            <IconButton label="Show the whole graph" onClick={() => onChoice({ zoom: null })}>
              <X aria-hidden className="size-3.5" />
            </IconButton>
          </span>
        )}
        <span className="ml-auto">
          <PictureMenu
            title={title}
            painted
            csv={async () => (await import('@/charts/save/flame-csv')).flameCsv(shown, zoom, counts)}
          />
        </span>
      </div>
      <FlameGraph
        label={label}
        tree={shown}
        look={look}
        matched={matched}
        zoom={zoom !== null && zoom < shown.parents.length ? zoom : null}
        onZoom={(frame) => onChoice({ zoom: frame })}
        tell={tell}
      />
      <FlameLegend classes={legend} />
    </div>
  );
}
