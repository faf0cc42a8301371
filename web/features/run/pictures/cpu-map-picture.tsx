'use client';

import type { CpuMap } from '@contract/cpu-map';
import { CPU_WORK } from '@contract/cpu-work';
import type { HostFacts } from '@contract/host';
import { parseCpuList } from '@rules/cpus/cpu-list';
import { formatShort, formatSignificant } from '@rules/words/numbers';
import { useMemo } from 'react';
import { HeatChart } from '@/charts/heat/heat-chart';
import { heatMapOf, marksOf } from '@/charts/heat/heat-map';
import { scaleStyle } from '@/charts/heat/heat-paint';
import { bandLook, type RowBand } from '@/charts/heat/row-bands';
import { PictureMenu } from '@/charts/save/picture-menu';
import { notesInView } from '@/charts/save/picture-notes';
import type { StripView } from '@/charts/strip-spans';
import type { TimePicks } from '@/charts/time-drag';
import { useCpuTables, useCpuWork } from '@/features/run/url-state';
import { Segmented } from '@/ui/inputs/segmented';
import { CpuMapTable } from './cpu-map-table';
import { type Interrupts, takesInterrupts } from './interrupts';
import { TableButton } from './table-button';

interface CpuMapPictureProps {
  data: CpuMap;
  nodes: HostFacts['numaNodes'];
  interrupts: Interrupts | null;
  ink: '--server' | '--client';
  view: StripView;
  cursorUs: number | null;
  onCursor: (cursorUs: number | null) => void;
  picks: TimePicks;
}

/** Each CPU a row, time across; beside the rows which CPUs take interrupts and which the target may use. */
export function CpuMapPicture({ data, nodes, interrupts, ink, view, cursorUs, onCursor, picks }: CpuMapPictureProps) {
  const [work, setWork] = useCpuWork();
  const [tables] = useCpuTables();
  const { cpus, fromUs, toUs, readingsPerColumn } = data;
  const { cells } = data.work[work];
  const map = useMemo(() => heatMapOf(cpus.length, fromUs, toUs, cells), [cpus, fromUs, toUs, cells]);
  const bands = useMemo(() => bandsOf(cpus, interrupts), [cpus, interrupts]);
  const groups = useMemo(() => groupsOf(cpus, nodes), [cpus, nodes]);
  const marks = useMemo(() => marksOf(cpus.map(String)), [cpus]);
  const tell = (row: number, percent: number | null): string => {
    const cpu = cpus[row] as number;
    if (percent === null) return `CPU ${cpu} was not read`;
    const rate = interrupts?.perCpu.get(cpu) ?? 0;
    const most = readingsPerColumn > 1 ? `, highest of up to ${readingsPerColumn} readings` : '';
    const taken = rate > 0 ? ` · ${formatShort(Math.round(rate))} NIC interrupts/s on average while measured` : '';
    return `CPU ${cpu} · ${formatSignificant(percent)} % ${work}${most}${taken}${interrupts?.targetAllowed?.(cpu) ? ' · target allowed' : ''}`;
  };
  return (
    <figure className="min-w-0" aria-label="CPU map" data-picture="">
      <figcaption className="mb-1 flex flex-wrap items-center gap-x-4 gap-y-1.5 text-xs">
        <span className="text-sm font-medium">CPU by CPU</span>
        <Segmented
          label="Work of the CPUs"
          value={work}
          onChange={setWork}
          options={CPU_WORK.map((value) => ({ value, label: value }))}
          className="print:hidden"
        />
        <Legend bands={bands} ink={ink} />
        <TableButton of="map" />
        <PictureMenu
          title={`CPU by CPU, ${work}`}
          painted
          csv={async () => (await import('@/charts/save/chart-csv')).heatCsv(map, cpus, work, view)}
          notes={notesInView(view)}
        />
      </figcaption>
      <HeatChart
        label={`CPU map, ${work}: ${cpus.length} CPUs`}
        map={map}
        rowMarks={marks}
        atRest={
          readingsPerColumn > 1
            ? `A column is the highest of up to ${readingsPerColumn} readings. Point at a cell for its figure.`
            : 'A column is one reading. Point at a cell for its figure.'
        }
        {...{ bands, groups, ink, view, cursorUs, onCursor, picks, tell }}
      />
      {tables.includes('map') && <CpuMapTable data={data} work={work} nodes={nodes} interrupts={interrupts} />}
    </figure>
  );
}

function bandsOf(cpus: number[], interrupts: Interrupts | null): RowBand[] {
  if (!interrupts) return [];
  const { targetAllowed } = interrupts;
  const bands: RowBand[] = [
    {
      label: 'takes NIC interrupts',
      ink: '--text',
      striped: true,
      rows: cpus.map((cpu) => takesInterrupts(interrupts, cpu)),
    },
    {
      label: 'target allowed',
      ink: '--muted',
      striped: false,
      rows: cpus.map((cpu) => targetAllowed?.(cpu) ?? false),
    },
  ];
  return bands.filter(({ rows }) => rows.includes(true));
}

/** Where NUMA nodes begin, where there are several. */
function groupsOf(cpus: number[], nodes: HostFacts['numaNodes']): { row: number; name: string }[] {
  if (nodes.length < 2) return [];
  const nodeOf = new Map(
    nodes.flatMap(({ node, cpus: list }) => parseCpuList(list).map((cpu) => [cpu, node] as const)),
  );
  return cpus.flatMap((cpu, row) => {
    const node = nodeOf.get(cpu);
    const before = row === 0 ? undefined : nodeOf.get(cpus[row - 1] as number);
    return node === undefined || node === before ? [] : [{ row, name: `N${node}` }];
  });
}

function Legend({ bands, ink }: { bands: RowBand[]; ink: string }) {
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted sm:ml-auto">
      {bands.map((band) => (
        <span key={band.label} className="inline-flex items-center gap-1.5">
          <span aria-hidden className="h-3 w-[7px]" style={bandLook(band)} />
          {band.label}
        </span>
      ))}
      <span className="inline-flex items-center gap-1.5">
        0 %
        <span aria-hidden className="h-2.5 w-20 rounded-[2px]" style={{ background: scaleStyle(ink) }} />
        100 %
      </span>
    </span>
  );
}
