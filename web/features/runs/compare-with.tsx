'use client';

import { nameTails } from '@rules/run/run-names';
import Link from 'next/link';
import { useState } from 'react';
import { FindRuns, FoundRun } from '@/features/compare/choose/find-runs';
import { useFoundRuns } from '@/features/compare/use-comparison';
import { compareHref } from '@/lib/run-selection';
import { Dialog } from '@/ui/dialog';
import { LoadMore } from '@/ui/query-state';

interface CompareWithProps {
  run: { id: string; name: string };
  onClose: () => void;
}

/** Finds the other side of a comparison. */
export function CompareWith({ run, onClose }: CompareWithProps) {
  const [wanted, setWanted] = useState('');
  const { query, runs } = useFoundRuns(wanted, 'ended');
  const others = runs.filter(({ id }) => id !== run.id);
  const tails = nameTails([run, ...others]);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Compare with …"
      description={`‘${run.name}’ is the baseline.`}
    >
      <FindRuns query={query} wanted={wanted} onWanted={setWanted}>
        {query.isSuccess && others.length === 0 && <p className="text-muted">No other run matches.</p>}
        <ul className="grid max-h-[26rem] gap-px overflow-y-auto" aria-label="Runs to compare with">
          {others.map((other) => (
            <li key={other.id}>
              <Link
                href={compareHref([run.id, other.id])}
                className="flex items-start gap-3 rounded-control px-2 py-1.5 hover:bg-raised"
              >
                <FoundRun run={other} tail={tails.get(other.id)} />
              </Link>
            </li>
          ))}
        </ul>
        <LoadMore query={query}>Load older</LoadMore>
      </FindRuns>
    </Dialog>
  );
}
