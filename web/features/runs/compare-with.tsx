'use client';

import { MAX_SEARCH_CHARACTERS } from '@contract/limits';
import type { RunSummary } from '@contract/run';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useState } from 'react';
import { get } from '@/api/client';
import { compareHref } from '@/lib/run-selection';
import { whyNoBest } from '@/lib/why-absent';
import { Dialog } from '@/ui/dialog';
import { TextField } from '@/ui/inputs/field';
import { QueryState } from '@/ui/query-state';
import { When } from '@/ui/when';
import { BestFigure } from './table/best-figure';

interface CompareWithProps {
  run: { id: string; name: string };
  onClose: () => void;
}

/** Finds the other side of a comparison. */
export function CompareWith({ run, onClose }: CompareWithProps) {
  const [text, setText] = useState('');
  const found = useQuery({
    queryKey: ['runs', 'found', text.trim()],
    queryFn: ({ signal }) =>
      get('/api/v1/runs', { query: { view: 'ended', limit: 20, ...(text.trim() && { text: text.trim() }) }, signal }),
    placeholderData: keepPreviousData,
  });
  const others = found.data?.runs.filter(({ id }) => id !== run.id) ?? [];
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Compare with …"
      description={`‘${run.name}’ is the baseline.`}
    >
      <div className="grid gap-3">
        <TextField
          id="compare-search"
          type="search"
          label="Find a run by name, tag or notes"
          maxLength={MAX_SEARCH_CHARACTERS}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <QueryState query={found} what="the runs" rows={3} within="form" />
        {found.isSuccess && others.length === 0 && <p className="text-muted">No other run matches.</p>}
        <ul className="grid gap-px" aria-label="Runs to compare with">
          {others.map((other) => (
            <li key={other.id}>
              <OtherRun run={other} href={compareHref([run.id, other.id])} />
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

function OtherRun({ run, href }: { run: RunSummary; href: string }) {
  return (
    <Link href={href} className="grid gap-x-3 rounded-control px-2 py-1.5 hover:bg-raised sm:grid-cols-[1fr_auto]">
      <span className="min-w-0 break-words font-medium">{run.name}</span>
      <span className="text-sm text-muted">
        {run.best ? <BestFigure best={run.best} /> : whyNoBest(run)} · <When atUs={run.createdAtUs} />
      </span>
    </Link>
  );
}
