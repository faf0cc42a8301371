'use client';

import type { ComparisonWarning } from '@contract/comparison';
import { useFold } from '@/ui/fold';
import { CAVEATS } from '../warnings-panel';

/** On a phone, where the section may lie below the first screen: that there are caveats stands beside the answer. */
export function CaveatsLink({ warnings }: { warnings: ComparisonWarning[] }) {
  const [open, toggle] = useFold(CAVEATS);
  if (warnings.length === 0) return null;
  return (
    <a
      href={`#${CAVEATS}`}
      className="hit ml-2 whitespace-nowrap text-accent underline-offset-2 hover:underline sm:hidden print:hidden"
      onClick={() => {
        if (!open) toggle();
      }}
    >
      Caveats {warnings.length}
    </a>
  );
}
