import type { ComparisonWarning } from '@contract/comparison';
import { COMPARISON_WARNINGS } from '@contract/comparison-words';
import { Info, TriangleAlert } from 'lucide-react';
import { classNames } from '@/ui/class-names';
import { Fold } from '@/ui/fold';
import { unbroken } from '@/ui/unbroken';

/** The section’s anchor, and its name in the address. */
export const CAVEATS = 'caveats';

/** What to know before reading a difference: in one line by their titles, each once. */
export function WarningsPanel({ warnings }: { warnings: ComparisonWarning[] }) {
  if (warnings.length === 0) return null;
  const titles = [...new Set(warnings.map(({ code }) => COMPARISON_WARNINGS[code].title))];
  return (
    <Fold id={CAVEATS} title={`Caveats ${warnings.length}`} summary={titles.join(' · ')}>
      <ul className="grid gap-2.5">
        {warnings.map(({ code, sentence }) => {
          const { title, isNote } = COMPARISON_WARNINGS[code];
          const Icon = isNote ? Info : TriangleAlert;
          return (
            <li key={sentence} className="flex max-w-[110ch] gap-2.5 text-sm">
              <Icon aria-hidden className={classNames('mt-0.5 size-4 shrink-0', isNote ? 'text-muted' : 'text-warn')} />
              <p className="min-w-0 break-words text-muted">
                <span className="font-semibold text-ink">{title}.</span> {unbroken(sentence)}
              </p>
            </li>
          );
        })}
      </ul>
    </Fold>
  );
}
