import type { ComparisonWarning } from '@contract/comparison';
import { Info, TriangleAlert } from 'lucide-react';
import { classNames } from '@/ui/class-names';
import { Panel } from '@/ui/panel';

type Code = ComparisonWarning['code'];

const TITLES: Record<Code, string> = {
  'wall-moved': 'Different bottlenecks',
  'competing-load': 'Competing load',
  'side-invalid': 'A figure is invalid',
  'not-interleaved': 'Not interleaved',
  imported: 'Imported figures',
  'run-incomplete': 'A run is incomplete',
  'side-unobserved': 'A side was not measured',
  'changed-more-than-one-thing': 'More than one thing changed',
  'hosts-differ': 'Different hosts',
  'one-machine': 'One machine for target and load',
  'tools-differ': 'Different load generators',
  'loops-differ': 'Different kinds of latency',
  'durations-differ': 'Different durations',
  'steps-unmatched': 'Steps do not match',
  'nothing-changed': 'Same configuration',
  'target-unknown': 'Configuration not known to be the same',
  'no-repeats': 'No repeats',
};

/** These tell how to read; all others tell what may mislead. */
const NOTES: ReadonlySet<Code> = new Set<Code>(['nothing-changed', 'no-repeats']);

export function WarningsPanel({ warnings }: { warnings: ComparisonWarning[] }) {
  return (
    <Panel title="Caveats">
      <ul className="grid gap-2.5">
        {warnings.map(({ code, sentence }) => {
          const Icon = NOTES.has(code) ? Info : TriangleAlert;
          return (
            <li key={sentence} className="flex max-w-[110ch] gap-2.5 text-sm">
              <Icon
                aria-hidden
                className={classNames('mt-0.5 size-4 shrink-0', NOTES.has(code) ? 'text-muted' : 'text-warn')}
              />
              <p className="min-w-0 break-words text-muted">
                <span className="font-semibold text-ink">{TITLES[code]}.</span> {sentence}
              </p>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
