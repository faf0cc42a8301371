'use client';

import type { HostFacts } from '@contract/host';
import { cpusText, parseCpuList } from '@rules/cpus/cpu-list';
import { useElementWidth } from '@/ui/browser/element-width';
import { DataTable, words } from '@/ui/data-table';
import { type CpuRange, cpuTicks, type IrqMap, type IrqRow } from './irq-map';

const ROW = 16;
const HEAD = 22;
/** A CPU is never narrower than this: the drawing scrolls instead. */
const NARROWEST = 6;
const WIDEST = 28;

/** Rows are interrupts, columns CPUs: filled squares take them, the pale band may. */
export function IrqGrid({ map, nodes }: { map: IrqMap; nodes: HostFacts['numaNodes'] }) {
  const [attach, width] = useElementWidth<HTMLElement>();
  const cell = Math.min(WIDEST, Math.max(NARROWEST, Math.floor((width - 4) / map.cpus)));
  return (
    <>
      <div className="grid grid-cols-[minmax(0,auto)_minmax(0,1fr)] gap-x-2">
        <ul aria-hidden className="max-w-[9rem] sm:max-w-[14rem]" style={{ paddingTop: HEAD }}>
          {map.rows.map(({ irq, name }) => (
            <li
              key={irq}
              title={`${irq} ${name}`}
              className="truncate text-right font-mono text-[0.6875rem] text-muted"
              style={{ height: ROW, lineHeight: `${ROW}px` }}
            >
              {name}
            </li>
          ))}
        </ul>
        <section
          ref={attach}
          aria-label="Map of interrupts and CPUs"
          className="overflow-x-auto outline-offset-[-2px]"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
        >
          {width > 0 && <Drawing map={map} cell={cell} />}
        </section>
      </div>
      <Legend nodes={nodes} />
      <AsTable map={map} />
    </>
  );
}

function Drawing({ map, cell }: { map: IrqMap; cell: number }) {
  const { rows, cpus } = map;
  const [wide, high] = [cpus * cell + 2, HEAD + rows.length * ROW + 1];
  return (
    <svg width={wide} height={high} role="img" aria-label={`${map.sentence} The table below has each line.`}>
      {cpuTicks(cpus).map((cpu) => (
        <g key={cpu}>
          <text x={cpu * cell + 1} y={12} className="fill-muted text-[10px]">
            {cpu}
          </text>
          <line x1={cpu * cell + 0.5} x2={cpu * cell + 0.5} y1={HEAD - 6} y2={high} className="stroke-line" />
        </g>
      ))}
      {map.nodeEdges.map(({ cpu, node }) => (
        <line
          key={`${cpu} ${node}`}
          x1={cpu * cell + 0.5}
          x2={cpu * cell + 0.5}
          y1={HEAD - 8}
          y2={high}
          className="stroke-control"
          strokeDasharray="3 2"
        >
          <title>{`NUMA node ${node} from CPU ${cpu}`}</title>
        </line>
      ))}
      {rows.map((row, index) => (
        <Line key={row.irq} row={row} y={HEAD + index * ROW} cell={cell} />
      ))}
    </svg>
  );
}

function Line({ row, y, cell }: { row: IrqRow; y: number; cell: number }) {
  const box = ([first, last]: CpuRange) => ({ x: first * cell + 1, width: (last - first + 1) * cell - 1 });
  return (
    <g>
      <title>{`${row.irq} ${row.name}: taken by CPU ${row.effectiveText}, allowed on ${row.allowedText}`}</title>
      {row.allowed.map((range) => (
        <rect key={range[0]} {...box(range)} y={y + 6} height={ROW - 12} className="fill-accent/35" />
      ))}
      {row.effective.map((range) => (
        <rect key={range[0]} {...box(range)} y={y + 2} height={ROW - 4} rx={1} className="fill-accent" />
      ))}
    </g>
  );
}

function Legend({ nodes }: { nodes: HostFacts['numaNodes'] }) {
  return (
    <p className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-xs text-muted">
      <span className="inline-flex items-center gap-1.5">
        <span aria-hidden className="h-3 w-2 rounded-[1px] bg-accent" />
        takes the interrupt
      </span>
      <span className="inline-flex items-center gap-1.5">
        <span aria-hidden className="h-1 w-5 bg-accent/35" />
        may take it
      </span>
      {nodes.length > 1 && (
        <span className="inline-flex items-center gap-1.5">
          <span aria-hidden className="h-3 border-l border-dashed border-control" />
          NUMA nodes: {nodes.map(({ node, cpus }) => `${node} is ${cpusText(parseCpuList(cpus))}`).join('; ')}
        </span>
      )}
    </p>
  );
}

function AsTable({ map }: { map: IrqMap }) {
  return (
    <details className="mt-3 text-sm">
      <summary className="text-muted hover:text-ink">As a table</summary>
      <div className="mt-2">
        <DataTable
          label={`Interrupts of ${map.nic}`}
          columns={['IRQ', ...words('name', 'taken by CPU', 'allowed on CPUs')]}
        >
          {map.rows.map((row) => (
            <tr key={row.irq}>
              <td>{row.irq}</td>
              <td className="left font-mono text-xs">{row.name}</td>
              <td className="left">{row.effectiveText}</td>
              <td className="left">{row.allowedText}</td>
            </tr>
          ))}
        </DataTable>
      </div>
    </details>
  );
}
