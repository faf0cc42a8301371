import type { ComparisonWarning } from '@contract/comparison';
import { COMPARISON_WARNINGS } from '@contract/words';
import { Info, TriangleAlert } from 'lucide-react';
import { classNames } from '@/ui/class-names';
import { Panel } from '@/ui/panel';

export function WarningsPanel({ warnings }: { warnings: ComparisonWarning[] }) {
  return (
    <Panel title="Caveats">
      <ul className="grid gap-2.5">
        {warnings.map(({ code, sentence }) => {
          const { title, isNote } = COMPARISON_WARNINGS[code];
          const Icon = isNote ? Info : TriangleAlert;
          return (
            <li key={sentence} className="flex max-w-[110ch] gap-2.5 text-sm">
              <Icon aria-hidden className={classNames('mt-0.5 size-4 shrink-0', isNote ? 'text-muted' : 'text-warn')} />
              <p className="min-w-0 break-words text-muted">
                <span className="font-semibold text-ink">{title}.</span> {sentence}
              </p>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
