'use client';

import { formatCount, plural } from '@rules/words/numbers';
import { Download } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import { useAllKeys, useKeyFilter } from '@/features/run/url-state';
import { fittingRows, type SnapshotRow, snapshotCsv, snapshotJson, snapshotRows } from '@/lib/snapshot-diff';
import { formatClock } from '@/lib/time';
import { downloadText } from '@/ui/browser/download';
import { Button } from '@/ui/button';
import { CopyButton } from '@/ui/copy-button';
import { SelectBox } from '@/ui/inputs/control';
import { Field } from '@/ui/inputs/field';
import { type SnapshotSide, sideNames } from './snapshot-sides';
import { KeyFilter, SnapshotKeys } from './snapshot-table';

interface SnapshotComparisonProps {
  sides: SnapshotSide[];
  chosen: { left: SnapshotSide; right: SnapshotSide };
  choose: (choice: { left?: string; right?: string }) => void;
}

export function SnapshotComparison({ sides, chosen, choose }: SnapshotComparisonProps) {
  const [all, setAll] = useAllKeys();
  const [text, setText] = useKeyFilter();
  const filter = useDeferredValue(text);
  const { left, right } = chosen;
  const rows = useMemo(
    () => snapshotRows(left.snapshot.values, right.snapshot.values),
    [left.snapshot, right.snapshot],
  );
  const fitting = useMemo(() => fittingRows(rows, { text: filter, all: all !== null }), [rows, filter, all]);
  const differing = useMemo(() => rows.filter(({ differs }) => differs).length, [rows]);
  const names = sideNames(chosen);
  return (
    <div>
      <div className="grid gap-3 px-4 pt-4 sm:grid-cols-2 sm:px-5 lg:grid-cols-[minmax(0,16rem)_minmax(0,16rem)_minmax(0,1fr)]">
        <SideSelect id="snapshot-from" label="From" side={left} sides={sides} onChoose={(id) => choose({ left: id })} />
        <SideSelect id="snapshot-to" label="To" side={right} sides={sides} onChoose={(id) => choose({ right: id })} />
        <KeyFilter
          id="snapshot-filter"
          className="sm:col-span-2 lg:col-span-1"
          value={text}
          onText={(wanted) => void setText(wanted)}
        />
      </div>
      <div className="flex flex-wrap items-center gap-2 px-4 py-3 sm:px-5">
        <p role="status" className="mr-auto text-xs text-muted">
          {differing === 0 ? 'Nothing differs' : `${plural(differing, 'key differs', 'keys differ')}`} of{' '}
          {formatCount(rows.length)}
          {filter.trim() !== '' && `; ${formatCount(fitting.length)} found`}. The busiest processes, top/, are never
          counted.
        </p>
        <Button look="ghost" onClick={() => setAll(all ? null : 'all')} aria-pressed={all !== null}>
          {all ? 'Show differences only' : `Show all ${formatCount(rows.length)} keys`}
        </Button>
        <ExportButtons rows={fitting} names={names} />
      </div>
      <SnapshotKeys
        key={`${filter} ${all}`}
        rows={fitting}
        names={names}
        nothing={nothingSentence(filter, differing, all !== null)}
      />
    </div>
  );
}

function nothingSentence(filter: string, differing: number, all: boolean): string {
  if (filter.trim() === '') return 'Every key reads the same at both moments.';
  return all || differing === 0
    ? 'No key or value has these words.'
    : 'No key that differs has these words. Show all keys to look in the others.';
}

interface SideSelectProps {
  id: string;
  label: string;
  side: SnapshotSide;
  sides: SnapshotSide[];
  onChoose: (id: string) => void;
}

function SideSelect({ id, label, side, sides, onChoose }: SideSelectProps) {
  const hosts = [...new Set(sides.map(({ id: place }) => place.split('.')[0]))];
  return (
    <Field id={id} label={label}>
      <SelectBox id={id} value={side.id} onChange={({ target }) => onChoose(target.value)}>
        {hosts.map((place) => {
          const own = sides.filter((one) => one.id.split('.')[0] === place);
          return (
            <optgroup key={place} label={own[0]?.host}>
              {own.map(({ id: value, host, label: moment, snapshot }) => (
                <option key={value} value={value}>
                  {hosts.length > 1 && `${host}: `}
                  {moment}, {formatClock(snapshot.takenAtUs)}
                </option>
              ))}
            </optgroup>
          );
        })}
      </SelectBox>
    </Field>
  );
}

/** What the filter lets through, also what is not drawn yet. */
function ExportButtons({ rows, names }: { rows: SnapshotRow[]; names: [string, string] }) {
  return (
    <>
      <CopyButton label="Copy as JSON" text={() => snapshotJson(rows, ...names)} />
      <Button onClick={() => downloadText('snapshots.csv', 'text/csv', snapshotCsv(rows, ...names))}>
        <Download aria-hidden className="size-3.5" />
        CSV
      </Button>
    </>
  );
}
