import type { BenchmarkVersion } from '@contract/benchmark';
import { plural } from '@rules/words/numbers';
import { Fold } from '@/ui/fold';
import { HashText } from '@/ui/hash-text';
import { ListTable } from '@/ui/list-table';
import { When } from '@/ui/when';

/** Who gave it which design, and when. */
export function VersionsPanel({ versions }: { versions: BenchmarkVersion[] }) {
  return (
    <Fold id="versions" title="Versions" summary={plural(versions.length, 'version')} flush>
      <ListTable
        label="Versions"
        rows={versions}
        keyOf={({ number }) => String(number)}
        name={{ head: 'Version', cell: ({ number }) => `Version ${number}` }}
        columns={[
          { head: 'By', cell: ({ createdByName }) => createdByName },
          { head: 'Since', cell: ({ createdAtUs }) => <When atUs={createdAtUs} /> },
          { head: 'SHA-256 of the design', cell: ({ sha256 }) => <HashText hash={sha256} of="the design" /> },
        ]}
      />
    </Fold>
  );
}
