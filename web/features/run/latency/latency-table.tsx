import { formatExact, formatSignificant } from '@rules/words/numbers';
import { formatOffset } from '@/lib/time';
import { Measured } from '@/ui/absent';
import { WideTable } from '@/ui/wide-table';
import type { LatencyColumn } from './latency-map';

/** The heat map in numbers: a row for each interval. */
export function LatencyTable({ columns, zeroUs }: { columns: LatencyColumn[]; zeroUs: number }) {
  return (
    <div className="-mx-4 mt-2 sm:-mx-5">
      <WideTable label="Latency by interval" tall>
        <table className="data-table first-stays">
          <thead>
            <tr>
              <th scope="col">from</th>
              <th scope="col">step</th>
              <th scope="col">requests</th>
              <th scope="col">p50, ms</th>
              <th scope="col">p99, ms</th>
              <th scope="col">highest, ms</th>
            </tr>
          </thead>
          <tbody>
            {columns.map(({ stepIndex, fromUs, requests, p50Ms, p99Ms, maxMs }) => (
              <tr key={`${stepIndex} ${fromUs}`}>
                <td>{formatOffset((fromUs - zeroUs) / 1e6)}</td>
                <td>{stepIndex + 1}</td>
                <td>{formatExact(requests)}</td>
                {[p50Ms, p99Ms, maxMs].map((ms, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the columns never move
                  <td key={place}>
                    <Measured value={ms} why="No request succeeded here">
                      {(value) => formatSignificant(value)}
                    </Measured>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </WideTable>
    </div>
  );
}
