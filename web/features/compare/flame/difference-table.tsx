'use client';

import type { ProfileDifference } from '@contract/profile';
import { changeText, formatPer } from '@rules/profile/difference-words';
import { shortFunction } from '@rules/profile/profile-words';
import { formatCount } from '@rules/words/numbers';
import { useMemo, useState } from 'react';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { DataTable } from '@/ui/data-table';
import { Segmented } from '@/ui/inputs/segmented';

const SHOWN_FOLDED = 12;
const SHOWN_MOST = 500;

type Row = ProfileDifference['functions'][number];
type Part = 'self' | 'total';

interface DifferenceTableProps {
  difference: ProfileDifference;
  letters: [string, string];
  onFind: (name: string) => void;
}

const WORDS = { more: '▲ more', less: '▼ less', unclear: 'unclear' };

/** Every function of both sides, what is claimed first, then by how much it changed. */
export function DifferenceTable({ difference, letters, onFind }: DifferenceTableProps) {
  const [part, setPart] = useState<Part>('self');
  const [all, setAll] = useState(false);
  const rows = useMemo(() => sorted(difference.functions, part).slice(0, SHOWN_MOST), [difference, part]);
  const shown = all ? rows : rows.slice(0, SHOWN_FOLDED);
  return (
    <div className="min-w-0">
      <Segmented
        label="Amount of a function"
        value={part}
        onChange={setPart}
        className="mb-2 print:hidden"
        options={[
          { value: 'self', label: 'Self', title: 'Self: in the function itself' },
          { value: 'total', label: 'Total', title: 'Total: with what it called' },
        ]}
      />
      <DataTable
        label="Functions that differ"
        className="first-stays tight"
        columns={[{ head: 'function', left: true }, `${letters[1]} − ${letters[0]}`, letters[0], letters[1]]}
      >
        {shown.map((row) => (
          <DifferenceRow key={row.name} row={row} part={part} difference={difference} onFind={onFind} />
        ))}
      </DataTable>
      {rows.length > SHOWN_FOLDED && (
        <Button look="ghost" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show ${rows.length < SHOWN_MOST ? 'all' : 'the first'} ${formatCount(rows.length)}`}
        </Button>
      )}
    </div>
  );
}

interface DifferenceRowProps {
  row: Row;
  part: Part;
  difference: ProfileDifference;
  onFind: (name: string) => void;
}

function DifferenceRow({ row: { name, file, ...row }, part, difference, onFind }: DifferenceRowProps) {
  const amount = row[part];
  const per = (lane: 0 | 1): string =>
    formatPer((amount.values[lane] ?? 0) / (difference.sides[lane]?.worth ?? 1), difference);
  const tone = amount.claim === 'more' ? 'text-bad' : amount.claim === 'less' ? 'text-ok' : 'text-muted';
  return (
    <tr>
      <td className="w-full min-w-36 max-w-64">
        <button
          type="button"
          title={`${name}\n${file}\nFind it in the flame graph`}
          onClick={() => onFind(name)}
          className="block whitespace-normal text-left font-mono text-xs [overflow-wrap:anywhere] hover:text-accent hover:underline"
        >
          {shortFunction(name)}
        </button>
      </td>
      <td>
        <span className={classNames('block', amount.claim !== 'unclear' && 'font-medium')}>
          {changeText(amount, difference)}
        </span>
        <span className={classNames('block text-xs', tone)}>
          {amount.claim === null ? 'error unknown' : WORDS[amount.claim]}
        </span>
      </td>
      <td>{per(0)}</td>
      <td>{per(1)}</td>
    </tr>
  );
}

function sorted(functions: Row[], part: Part): Row[] {
  const claimed = (row: Row): number => Number(row[part].claim === 'more' || row[part].claim === 'less');
  return functions
    .filter((row) => row[part].values.some((value) => value > 0))
    .sort((a, b) => claimed(b) - claimed(a) || Math.abs(b[part].change) - Math.abs(a[part].change));
}
