import type { Run } from '@contract/run';
import type { RunStep } from '@contract/step';
import type { EvidenceRow, PointVerdict } from '@contract/verdict';
import { checkedText } from '@rules/findings/unchecked';
import { whyRows } from '@rules/verdict/why-rows';
import { capitalised } from '@rules/words/text';
import { Absent } from '@/ui/absent';
import { DataTable } from '@/ui/data-table';
import { unbroken } from '@/ui/unbroken';
import { barOf } from './evidence-bar';

interface WhyTableProps {
  run: Pick<Run, 'imported'>;
  step: RunStep;
  /** In words, for a step of which nothing was kept that a table could show. */
  because: PointVerdict['because'];
}

/** What an answer rests on: each figure beside its ceiling; of an imported one also what was looked at. */
export function WhyTable({ run, step, because }: WhyTableProps) {
  const rows = whyRows(step);
  if (rows.length === 0) return <Line text={because} />;
  const { point, verdict } = step;
  return (
    <div className="mt-2 w-fit max-w-full">
      <DataTable
        label="What the answer rests on"
        className="tight"
        columns={[{ head: 'What', left: true, className: 'min-w-32' }, 'Value', 'Ceiling', 'Share']}
      >
        {rows.map((row) => (
          <Row key={`${row.resource} ${row.side} ${row.label}`} row={row} />
        ))}
      </DataTable>
      {point && verdict && <Line text={checkedText(run, { ...step, point }, verdict.validity)} />}
    </div>
  );
}

const Line = ({ text }: { text: string }) =>
  text === '' ? null : <p className="mt-1 max-w-[90ch] [overflow-wrap:anywhere]">{unbroken(text)}</p>;

function Row({ row }: { row: EvidenceRow }) {
  const { value, ceiling, percent, mark } = barOf(row);
  return (
    <tr title={row.source || undefined}>
      <td className="left !whitespace-normal">
        {capitalised(row.label)}
        {mark !== null && <span className="block text-xs text-muted">saturated from {mark} %</span>}
      </td>
      <td>{value ?? <Absent why={row.source || 'not measured'} />}</td>
      <td>{ceiling ?? <Absent why="no ceiling is known" />}</td>
      <td>{percent ?? <Absent why={value === null ? 'not measured' : 'no ceiling is known'} />}</td>
    </tr>
  );
}
