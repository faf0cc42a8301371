import type { ReactNode } from 'react';
import { Measured } from '@/components/absent';
import { WideTable } from '@/components/wide-table';
import { latencyAt, NAMED, percentileName } from '@/lib/distribution';
import { formatLatencyMs } from '@/lib/format';
import type { TailCurve } from './tail-chart';

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
