import type { SpecChange } from '../../contract/experiment.ts';
import type { KeptSpec } from '../../contract/spec.ts';

/** What an entry of the journal found of the same question. */
export interface JournalFinding {
  /** Of reference/journal. */
  entry: string;
  sentence: string;
}

/**
 * Found by the changes of an experiment's variants, whoever set it up. The entries are those of reference/journal;
 * conclusions that the journal withdrew are marked as withdrawn.
 */
const FOUND: { asked: string; with: string[]; tool?: string; finding: JournalFinding }[] = [
  {
    asked: '/tuning/server/packetSteering',
    with: ['/tuning/server/flowSteering'],
    finding: {
      entry: '03',
      sentence:
        'Three runs on 128 CPUs could not tell: the client had no idle CPU left while the server idled at 96 %.',
    },
  },
  {
    asked: '/load/toolWorkers',
    with: [],
    tool: 'autocannon',
    finding: {
      entry: '04',
      sentence:
        'One event loop counted 4.9 million req/s at a median of 1.2 s, which was a flushed backlog. On 32 CPUs 60 workers gave 1.7 million req/s, and 30 gave 2.07 million.',
    },
  },
  {
    asked: '/tuning/server/interruptAffinity',
    with: ['/tuning/targetCpus'],
    finding: {
      entry: '06b and 08',
      sentence:
        'Pinning moved nothing on an idle server. Entry 08 called its server CPU-bound, and a later entry withdrew that, as the client was not measured.',
    },
  },
];

interface Asked {
  /** The spec of the first configuration. */
  baseline: Pick<KeptSpec, 'load'>;
  variants: readonly { changes: readonly Pick<SpecChange, 'path'>[] }[];
}

/** What the journal found, if these variants change exactly what one of its entries changed; otherwise null. */
export function journalFinding({ baseline, variants }: Asked): JournalFinding | null {
  const changed = new Set(variants.flatMap(({ changes }) => changes.map(({ path }) => path)));
  const found = FOUND.find(
    ({ asked, with: others, tool }) =>
      changed.has(asked) &&
      [...changed].every((path) => path === asked || others.includes(path)) &&
      (tool === undefined || tool === baseline.load.tool),
  );
  return found?.finding ?? null;
}
