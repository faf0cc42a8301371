import { Chip } from '@/ui/chip';
import { DataTable, words } from '@/ui/data-table';
import { WideTable } from '@/ui/wide-table';
import { Room, Specimen } from './specimen';

const STEPS = [
  [100, '412,300', '0.91'],
  [1000, '1,204,000', '2.10'],
  [5000, '1,340,200', '4.87'],
] as const;
const CPUS = Array.from({ length: 32 }, (_, cpu) => cpu);

export function Tables() {
  return (
    <Room id="tables" title="Tables">
      <Specimen of="data-table">
        <DataTable
          label="Steps of an example"
          className="rows"
          columns={[...words('connections'), 'req/s', 'p99 ms', ...words('verdict')]}
        >
          {STEPS.map(([connections, throughput, p99]) => (
            <tr key={connections}>
              <td className="left">{connections}</td>
              <td>{throughput}</td>
              <td>{p99}</td>
              <td className="left">
                <Chip tone="ok">valid</Chip>
              </td>
            </tr>
          ))}
        </DataTable>
      </Specimen>
      <Specimen of="wide-table">
        <WideTable label="Load of 32 CPUs">
          <table className="data-table first-stays">
            <thead>
              <tr>
                <th scope="col">host</th>
                {CPUS.map((cpu) => (
                  <th key={cpu} scope="col">
                    CPU {cpu}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              <tr>
                <td>lab-1</td>
                {CPUS.map((cpu) => (
                  <td key={cpu}>{(cpu * 37) % 100} %</td>
                ))}
              </tr>
            </tbody>
          </table>
        </WideTable>
      </Specimen>
    </Room>
  );
}
