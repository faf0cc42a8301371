import type { CpuMap } from '@contract/cpu-map';
import type { CpuWork } from '@contract/cpu-work';
import type { HostFacts } from '@contract/host';
import { parseCpuList } from '@rules/cpus/cpu-list';
import { formatShort, formatSignificant } from '@rules/words/numbers';
import { Measured } from '@/ui/absent';
import { WideTable } from '@/ui/wide-table';
import type { Interrupts } from './interrupts';

interface CpuMapTableProps {
  data: CpuMap;
  work: CpuWork;
  nodes: HostFacts['numaNodes'];
  interrupts: Interrupts | null;
}

/** The CPU map in numbers: a row for each CPU, of all its readings in the time shown. */
export function CpuMapTable({ data: { cpus, work: works }, work, nodes, interrupts }: CpuMapTableProps) {
  const { means, p95s, maxima } = works[work];
  // No 0 for a host whose interrupts were not read.
  const counted = interrupts && interrupts.lines.length > 0 ? interrupts : null;
  const several = nodes.length > 1;
  const nodeOf = new Map(
    nodes.flatMap(({ node, cpus: list }) => parseCpuList(list).map((cpu) => [cpu, node] as const)),
  );
  return (
    <div className="-mx-4 mt-2 sm:-mx-5">
      <WideTable label={`CPUs, ${work}`} tall>
        <table className="data-table first-stays">
          <thead>
            <tr>
              <th scope="col">CPU</th>
              {several && <th scope="col">NUMA node</th>}
              <th scope="col">mean {work}, %</th>
              <th scope="col">p95, %</th>
              <th scope="col">highest, %</th>
              {counted && <th scope="col">NIC interrupts/s while measured</th>}
              {interrupts?.targetAllowed && <th scope="col">target allowed</th>}
            </tr>
          </thead>
          <tbody>
            {cpus.map((cpu, row) => (
              <tr key={cpu}>
                <td>{cpu}</td>
                {several && <td>{nodeOf.get(cpu)}</td>}
                {[means, p95s, maxima].map((values, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the columns never move
                  <td key={column}>
                    <Measured value={values[row] ?? null} why="This CPU was not read">
                      {(percent) => formatSignificant(percent)}
                    </Measured>
                  </td>
                ))}
                {counted && <td>{formatShort(Math.round(counted.perCpu.get(cpu) ?? 0))}</td>}
                {interrupts?.targetAllowed && <td>{interrupts.targetAllowed(cpu) ? 'yes' : 'no'}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </WideTable>
    </div>
  );
}
