import type { RunStep } from '@contract/step';
import type { PointVerdict } from '@contract/verdict';
import { whyRows } from '@rules/verdict/why-rows';
import { capitalised } from '@rules/words/text';
import { Absent } from '@/ui/absent';
import { DataTable } from '@/ui/data-table';
import { barOf } from './evidence-bar';

interface WhyTableProps {
  step: Pick<RunStep, 'spec' | 'point' | 'verdict'>;
  /** In words, for a step of which nothing was kept that a table could show. */
  because: PointVerdict['because'];
}

/** What an answer rests on: each figure beside its ceiling. */
export function WhyTable({ step, because }: WhyTableProps) {
  const rows = whyRows(step);
  if (rows.length === 0) return <p className="mt-1 max-w-[90ch] [overflow-wrap:anywhere]">{because}</p>;
  return (
    <div className="mt-2 w-fit max-w-full">
      <DataTable
        label="What the answer rests on"
        className="tight"
        columns={[{ head: 'What', left: true }, 'Value', 'Ceiling', 'Share', 'Saturated from']}
      >
        {rows.map((row) => {
          const { value, ceiling, percent, mark } = barOf(row);
          return (
            <tr key={`${row.resource} ${row.side} ${row.label}`} title={row.source || undefined}>
              <td className="left !whitespace-normal">{capitalised(row.label)}</td>
              <td>{value ?? <Absent why={row.source || 'not measured'} />}</td>
              <td>{ceiling ?? <Absent why="No ceiling is known" />}</td>
              <td>{percent ?? <Absent why="No ceiling is known" />}</td>
              <td>{mark === null ? <Absent why="It never counts as saturated" /> : `${mark} %`}</td>
            </tr>
          );
        })}
      </DataTable>
    </div>
  );
}
