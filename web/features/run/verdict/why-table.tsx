import type { EvidenceRow } from '@contract/verdict';
import { capitalised } from '@rules/words/text';
import { Absent } from '@/ui/absent';
import { DataTable } from '@/ui/data-table';
import { unbroken } from '@/ui/unbroken';
import { barOf } from './evidence-bar';

/** Each figure beside its ceiling, with where it comes from. */
export function WhyTable({ rows }: { rows: EvidenceRow[] }) {
  return (
    <div className="mt-2 w-fit max-w-full">
      <DataTable
        label="Figures behind the answer"
        className="tight inset"
        columns={[{ head: 'What', left: true, className: 'min-w-32' }, 'Value', 'Ceiling', 'Share']}
      >
        {rows.map((row) => (
          <Row key={`${row.resource} ${row.side} ${row.label}`} row={row} />
        ))}
      </DataTable>
    </div>
  );
}

function Row({ row }: { row: EvidenceRow }) {
  const { value, ceiling, percent, mark } = barOf(row);
  return (
    <tr>
      <td className="left !whitespace-normal">
        {capitalised(row.label)}
        {mark !== null && <Small text={`saturated from ${mark} %`} />}
        {row.source !== '' && <Small text={row.source} />}
      </td>
      <td>{value ?? <Absent why="not measured" />}</td>
      <td>{ceiling ?? <Absent why="no ceiling is known" />}</td>
      <td>{percent ?? <Absent why={value === null ? 'not measured' : 'no ceiling is known'} />}</td>
    </tr>
  );
}

const Small = ({ text }: { text: string }) => (
  <span className="block max-w-80 text-xs text-muted [overflow-wrap:anywhere]">{unbroken(text)}</span>
);
