import { formatCount } from '@rules/words/numbers';
import { Fragment } from 'react';
import { isObservation, type SnapshotGroup, type SnapshotRow } from '@/lib/snapshot-diff';
import { Absent } from '@/ui/absent';
import { DataTable, words } from '@/ui/data-table';
import { KernelValue } from '@/ui/kernel-value';

interface SnapshotTableProps {
  groups: SnapshotGroup[];
  /** One side or two. */
  names: string[];
}

export function SnapshotTable({ groups, names }: SnapshotTableProps) {
  return (
    <DataTable label="Settings of the host" columns={['key', ...words(...names)]}>
      {groups.map(({ name, rows }) => (
        <Fragment key={name}>
          <tr>
            <th
              colSpan={names.length + 1}
              scope="rowgroup"
              className="!border-b-0 !pb-0 !pl-5 !pt-3 !text-left tracking-wide"
            >
              <span className="sticky left-5">
                {name} <span className="font-normal">{formatCount(rows.length)}</span>
              </span>
            </th>
          </tr>
          {rows.map((row) => (
            <KeyRow key={row.key} row={row} sides={names.length} />
          ))}
        </Fragment>
      ))}
    </DataTable>
  );
}

function KeyRow({ row, sides }: { row: SnapshotRow; sides: number }) {
  const quiet = isObservation(row.key);
  const values = sides === 1 ? [row.left] : [row.left, row.right];
  return (
    <tr>
      <th
        scope="row"
        className="min-w-36 sm:min-w-44 max-w-[28rem] !whitespace-normal !border-line !py-2 !pl-5 !text-left !align-top !font-normal !text-ink [overflow-wrap:anywhere]"
      >
        <code className="font-mono text-xs">{row.key}</code>
      </th>
      {values.map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a side is its place
        <td key={index} className="left min-w-32 max-w-[28rem] !whitespace-normal break-all">
          {index === 1 && row.differs && (
            <span className="mr-1.5 text-accent">
              <span aria-hidden>≠</span>
              <span className="sr-only">differs:</span>
            </span>
          )}
          {value === null ? <Absent why="There was no such key" /> : <KernelValue text={value} quiet={quiet} />}
        </td>
      ))}
    </tr>
  );
}
