import type { HistoryEpoch } from '@contract/benchmark';
import { plural } from '@rules/words/numbers';
import { Fold } from '@/ui/fold';
import { ListTable } from '@/ui/list-table';
import { When } from '@/ui/when';
import { revisionName } from '../revision-name';

/** Under which conditions points were measured; only those of one epoch may be compared. */
export function EpochsPanel({ epochs }: { epochs: HistoryEpoch[] }) {
  const newest = epochs.at(-1);
  const last = newest?.because
    ? `, the newest ${newest.because.replace(/^A new epoch: /, 'as ').replace(/\.$/, '')}`
    : '';
  return (
    <Fold id="epochs" title="Epochs" summary={`${plural(epochs.length, 'epoch')}${last}`} flush>
      <ListTable
        label="Epochs"
        rows={epochs.toReversed()}
        keyOf={({ index }) => String(index)}
        name={{
          head: 'Epoch',
          cell: ({ index, because }) => (
            <span className="block py-1.5 md:whitespace-normal">
              <span className="font-medium">Epoch {index + 1}</span>
              <span className="block text-xs text-muted">{because ?? 'The first.'}</span>
            </span>
          ),
        }}
        columns={[
          { head: 'Since', cell: ({ fromUs }) => <When atUs={fromUs} /> },
          { head: 'Version', cell: ({ version }) => String(version), figure: true },
          {
            head: 'Reference',
            cell: ({ reference }) => (reference === null ? 'the build itself' : revisionName(reference)),
          },
          {
            head: 'Hosts',
            cell: ({ hostClass, hosts }) => (
              <span className="block py-1.5 text-xs text-muted md:min-w-64 md:whitespace-normal">
                {hostClass}
                <span className="block">{hosts}</span>
              </span>
            ),
          },
        ]}
      />
    </Fold>
  );
}
