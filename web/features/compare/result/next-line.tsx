import { ArrowRight } from 'lucide-react';
import { unbroken } from '@/ui/unbroken';

/** What to do next, in a sentence. */
export const NextLine = ({ children }: { children: string }) => (
  <p className="flex min-w-0 max-w-[80ch] gap-2 text-sm">
    <ArrowRight aria-hidden className="mt-[3px] size-3.5 shrink-0 text-accent" />
    <span className="min-w-0 [overflow-wrap:anywhere]">
      <span className="font-semibold">Next: </span>
      {unbroken(children)}
    </span>
  </p>
);
