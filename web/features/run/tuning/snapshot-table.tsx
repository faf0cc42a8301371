import { formatCount } from '@rules/words/numbers';
import { Fragment, useState } from 'react';
import { drawnRows, groupsOf, isObservation, type SnapshotGroup, type SnapshotRow } from '@/lib/snapshot-diff';
import { Absent } from '@/ui/absent';
import { Button } from '@/ui/button';
import { DataTable, words } from '@/ui/data-table';
import { TextField } from '@/ui/inputs/field';
import { KernelValue } from '@/ui/kernel-value';

interface SnapshotKeysProps {
  /** Those that fit. They may become others while this stands; it is mounted anew for another filter. */
  rows: SnapshotRow[];
  /** One side or two. */
  names: string[];
  /** What to say where none fits. */
  nothing: string;
}

/** Keys and values by group, the first of many until a click shows all. */
export function SnapshotKeys({ rows, names, nothing }: SnapshotKeysProps) {
  const [all, setAll] = useState(false);
  const drawn = drawnRows(rows, all);
  if (rows.length === 0) return <p className="px-4 pb-5 text-sm text-muted sm:px-5">{nothing}</p>;
  return (
    <>
      <SnapshotTable groups={groupsOf(drawn)} names={names} />
      {drawn.length < rows.length && (
        <div className="border-t border-line px-4 py-3 sm:px-5">
          <Button onClick={() => setAll(true)}>
            Show all {formatCount(rows.length)}; {formatCount(drawn.length)} are shown
          </Button>
        </div>
      )}
    </>
  );
}

interface KeyFilterProps {
  id: string;
  value: string;
  onText: (text: string | null) => void;
  className: string;
}

export const KeyFilter = ({ id, value, onText, className }: KeyFilterProps) => (
  <TextField
    id={id}
    type="search"
    label="Find in keys and values"
    placeholder="rps_cpus, somaxconn, irqbalance …"
    fieldClass={className}
    value={value}
    onChange={({ target }) => onText(target.value === '' ? null : target.value)}
  />
);

function SnapshotTable({ groups, names }: { groups: SnapshotGroup[]; names: string[] }) {
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
