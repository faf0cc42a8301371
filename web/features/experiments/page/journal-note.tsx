import type { ShownExperiment } from '@contract/experiment';
import { journalFinding } from '@rules/recipes/journal-found';
import { Panel } from '@/ui/panel';

/** What the journal found, where one of its entries changed the same; nothing where none did. */
export function JournalNote({ experiment: { configurations } }: { experiment: ShownExperiment }) {
  const [baseline, ...variants] = configurations;
  const found = baseline ? journalFinding({ baseline: baseline.spec, variants }) : null;
  if (!found) return null;
  return (
    <Panel title="What the journal found" aside={`entry ${found.entry} of Chasing 1 Million RPS, on other hosts`}>
      <p className="max-w-[72ch] text-sm">{found.sentence}</p>
    </Panel>
  );
}
