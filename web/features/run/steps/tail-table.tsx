import { formatLatencyMs } from '@rules/words/numbers';
import type { ReactNode } from 'react';
import { latencyAt, NAMED, percentileName } from '@/charts/distribution';
import type { TailCurve } from '@/charts/tail-chart';
import { Measured } from '@/ui/absent';
import { DataTable } from '@/ui/data-table';

interface TailTableProps {
  curves: TailCurve[];
  /** What the rows are called. */
  head: string;
  name: (curve: TailCurve) => ReactNode;
}

/** The distributions in numbers, for who does not read curves. */
export function TailTable({ curves, head, name }: TailTableProps) {
  return (
    <DataTable
      label="Latency by percentile"
      className="first-stays"
      columns={[`${head}, ms`, ...NAMED.map(percentileName)]}
    >
      {curves.map((curve) => (
        <tr key={curve.side}>
          <td>{name(curve)}</td>
          {NAMED.map((percentile) => (
            <td key={percentile}>
              <Measured value={latencyAt(curve.points, percentile)} why="Too few requests for this percentile">
                {(ms) => formatLatencyMs(ms, curve.resolutionUs)}
              </Measured>
            </td>
          ))}
        </tr>
      ))}
    </DataTable>
  );
}
