'use client';

import type { Run } from '@contract/run';
import { ArrowRight } from 'lucide-react';
import Link from 'next/link';
import { changesSentence } from '@/features/draft/spec-changes';
import { Button } from '@/ui/button';
import { useDraft } from './draft-form';

interface MadeFromProps {
  original: Run;
  onReset: () => void;
  onDrop: () => void;
}

/** The run that this one is made from, and what differs so far. */
export function MadeFrom({ original, onReset, onDrop }: MadeFromProps) {
  const { changes } = useDraft();
  return (
    <section
      aria-label="Made from another run"
      className="min-w-0 rounded-panel border border-accent/50 bg-panel px-4 py-3 sm:px-5"
    >
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <div className="min-w-0 flex-[1_1_16rem]">
          <p className="text-sm [overflow-wrap:anywhere]">
            Made from{' '}
            <Link href={`/runs/${original.id}`} className="font-medium text-accent underline-offset-2 hover:underline">
              {original.name}
            </Link>
          </p>
          <p role="status" className="text-sm text-muted">
            {changesSentence(changes)}
          </p>
          {changes.length === 0 && original.verdict && original.verdict.next !== '' && (
            <p className="text-sm">
              <span className="font-semibold">Its advice: </span>
              {original.verdict.next}
            </p>
          )}
        </div>
        {changes.length > 0 && <Button onClick={onReset}>Reset to original</Button>}
        <Button
          look="ghost"
          title="Keep these settings, but do not say that they were made from that run"
          onClick={onDrop}
        >
          Unlink
        </Button>
      </div>
      {changes.length > 0 && (
        <dl className="mt-2 grid gap-x-4 gap-y-1 border-t border-line pt-2 text-xs sm:grid-cols-[max-content_minmax(0,1fr)]">
          {changes.map(({ label, from, to }) => (
            <div key={label} className="flex flex-wrap gap-x-2 sm:contents">
              <dt className="text-muted">{label}</dt>
              <dd className="min-w-0 [overflow-wrap:anywhere]">
                <span className="text-muted">{from}</span>{' '}
                <ArrowRight aria-label="is now" className="inline size-3 text-muted" />{' '}
                <span className="font-medium">{to ?? 'cannot be read yet'}</span>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
