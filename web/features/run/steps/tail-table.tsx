import { formatLatencyMs } from '@rules/words/numbers';
import type { ReactNode } from 'react';
import { latencyAt, NAMED, percentileName } from '@/charts/distribution';
import type { TailCurve } from '@/charts/tail-chart';
import { Measured } from '@/ui/absent';
import { WideTable } from '@/ui/wide-table';

interface TailTableProps {
  curves: TailCurve[];
  /** What the rows are called. */
  head: string;
  name: (curve: TailCurve) => ReactNode;
}

/** The distributions in numbers, for who does not read curves. */
export function TailTable({ curves, head, name }: TailTableProps) {
  return (
    <WideTable label="Latency by percentile">
      <table className="data-table first-stays">
        <thead>
          <tr>
            <th scope="col">{head}, ms</th>
            {NAMED.map((percentile) => (
              <th key={percentile} scope="col">
                {percentileName(percentile)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
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
        </tbody>
      </table>
    </WideTable>
  );
}
