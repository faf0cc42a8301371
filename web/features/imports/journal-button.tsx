'use client';

import { plural } from '@rules/words/numbers';
import { BookOpen } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { compareHref } from '@/lib/run-selection';
import { focusMain } from '@/ui/browser/opener';
import { Button } from '@/ui/button';
import { showToast } from '@/ui/toast';
import { useImportJournal } from './import-query';

/** One click to runs with known answers: opens the comparison that the set is meant to show. */
export function JournalButton({ look }: { look?: 'primary' | 'plain' }) {
  const router = useRouter();
  const load = useImportJournal();
  const begin = (): void =>
    load.mutate(undefined, {
      onSuccess: ({ runs, comparison }) => {
        const fresh = runs.filter(({ known }) => !known).length;
        showToast({
          title: fresh > 0 ? `${plural(fresh, 'run')} of the journal loaded.` : 'The journal was loaded before.',
        });
        focusMain();
        if (!comparison) return router.push('/');
        const others = comparison.runIds.filter((id) => id !== comparison.baselineRunId);
        router.push(compareHref([comparison.baselineRunId, ...others]));
      },
      onError: (error) => showToast({ title: `The journal was not loaded: ${error.message}`, bad: true }),
    });
  return (
    <Button look={look} disabled={load.isPending || load.isSuccess} onClick={begin}>
      <BookOpen aria-hidden className="size-3.5" />
      {load.isPending ? 'Loading …' : 'Load the journal'}
    </Button>
  );
}
