import { Button } from '@/ui/button';
import { Chip } from '@/ui/chip';
import { DataTable, words } from '@/ui/data-table';
import { type ListColumn, ListTable, RowName } from '@/ui/list-table';
import { SortButton } from '@/ui/sort-button';
import { WideTable } from '@/ui/wide-table';
import { Room, Specimen } from './specimen';

const STEPS = [
  [100, '412,300', '0.91'],
  [1000, '1,204,000', '2.10'],
  [5000, '1,340,200', '4.87'],
] as const;
const CPUS = Array.from({ length: 32 }, (_, cpu) => cpu);

interface Link {
  title: string;
  opens: number;
  ends: string | null;
}
const LINKS: Link[] = [
  { title: 'Does prefork cost less CPU per request than one process with as many workers?', opens: 12, ends: '3 May' },
  { title: 'nightly', opens: 0, ends: null },
];
const NAME: ListColumn<Link> = {
  head: 'Title',
  cell: ({ title }) => (
    <RowName title={title} marks={<Chip>open</Chip>}>
      {title}
    </RowName>
  ),
};
const LINK_COLUMNS: ListColumn<Link>[] = [
  { head: 'Opened', figure: true, cell: ({ opens }) => opens },
  { head: 'Ends', cell: ({ ends }) => ends },
];
const listOf = (narrow: boolean) => (
  <ListTable
    label={narrow ? 'Links, as cards' : 'Links'}
    rows={LINKS}
    keyOf={({ title }) => title}
    name={NAME}
    columns={LINK_COLUMNS}
    actions={() => <Button>Revoke …</Button>}
    narrow={narrow}
  />
);

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
      <Specimen of="sort-button">
        <div className="flex gap-4 text-xs text-muted">
          {([null, 'asc', 'desc'] as const).map((direction) => (
            <SortButton key={direction} direction={direction} onSort={() => {}}>
              throughput
            </SortButton>
          ))}
        </div>
      </Specimen>
      <Specimen of="list-table">
        {listOf(false)}
        {listOf(true)}
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
