import type { Run } from '@contract/run';
import { ArrowRight } from 'lucide-react';

/** What to do next, in the words of the verdict; of a run without one, in those of its end. */
export function NextStep({ run }: { run: Run }) {
  const text = run.verdict ? run.verdict.next : run.imported ? '' : 'Mend what ended this run, then run it again.';
  if (text === '') return null;
  return (
    <p className="mt-auto flex gap-2 text-sm">
      <ArrowRight aria-hidden className="mt-[3px] size-3.5 shrink-0 text-accent" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <span className="font-semibold">Next: </span>
        {text}
      </span>
    </p>
  );
}
