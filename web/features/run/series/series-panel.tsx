'use client';

import type { Run } from '@contract/run';
import type { HostSeries, RunSeries } from '@contract/samples';
import { type KeyboardEvent, type ReactNode, useMemo } from 'react';
import { PicturesOf } from '@/charts/save/picture-menu';
import { drawnColumn } from '@/charts/series';
import type { SeriesGroup } from '@/charts/series-group';
import { groupsOf } from '@/charts/series-groups';
import { StripChart } from '@/charts/strip-chart';
import type { StripView } from '@/charts/strip-spans';
import type { TimePicks } from '@/charts/time-drag';
import { serverFirst } from '@/features/run/host-order';
import { useChartChoice, useClientChoice, useStepChoice } from '@/features/run/url-state';
import { isForPage } from '@/features/shell/page-keys';
import { SelectBox } from '@/ui/inputs/control';
import { Segmented } from '@/ui/inputs/segmented';
import { Panel } from '@/ui/panel';
import { showToast } from '@/ui/toast';
import { useAnnotateAt } from './annotations-panel';
import { CursorFrom } from './cursor-from';
import type { FinerStrips } from './finer-series';
import { type LinkedStrip, useLinkedStrip } from './linked-strips';
import { useStripWindow } from './strip-window';
import { ZoomBar } from './zoom-bar';

/** One more picture of a host, on the time and under the cursor of its strips. */
export type HostPictures = (at: {
  host: HostSeries;
  view: StripView;
  cursorUs: number | null;
  onCursor: (cursorUs: number | null) => void;
  picks: TimePicks;
}) => ReactNode;

interface SeriesPanelProps {
  run: Run;
  series: RunSeries;
  pictures: HostPictures;
  /** Absent where all readings are there. */
  finer?: FinerStrips | undefined;
}

export function SeriesPanel({ run, series, pictures, finer }: SeriesPanelProps) {
  const [place, setPlace] = useClientChoice();
  const sampled = series.hosts.filter(({ timesUs }) => timesUs.length > 0);
  const hosts = serverFirst(sampled, run);
  if (hosts.length <= DRAWN_AT_ONCE)
    return hosts.map((host) => <HostCharts key={host.hostId} {...{ run, host, pictures, finer }} />);
  const [server, ...clients] = hosts;
  const client = clients[Math.min(clients.length, Math.max(1, place)) - 1];
  const choice = (
    <SelectBox
      aria-label="Client shown"
      className="!w-auto max-w-56 max-sm:max-w-full"
      value={String(client ? clients.indexOf(client) + 1 : 1)}
      onChange={({ target }) => setPlace(Number(target.value))}
    >
      {clients.map(({ hostId }, index) => (
        <option key={hostId} value={index + 1}>
          {nameOf(run, hostId)}
        </option>
      ))}
    </SelectBox>
  );
  return (
    <>
      {server && <HostCharts {...{ run, host: server, pictures, finer }} />}
      {client && <HostCharts key={client.hostId} {...{ run, host: client, pictures, finer, choice }} />}
    </>
  );
}

/** A server and two clients fit a page; of more clients one at a time is chosen. */
const DRAWN_AT_ONCE = 3;

const nameOf = (run: Run, hostId: string): string => run.hosts.find((host) => host.hostId === hostId)?.name ?? 'host';

const readingsText = (perSecond: number | null): string =>
  perSecond === null || perSecond === 1 ? 'one reading a second' : `${perSecond} readings a second`;

interface HostChartsProps extends Pick<SeriesPanelProps, 'run' | 'pictures' | 'finer'> {
  host: HostSeries;
  /** Which of several clients is shown. */
  choice?: ReactNode;
}

function HostCharts({ run, host, pictures, finer, choice }: HostChartsProps) {
  const linked = useLinkedStrip(host.hostId);
  const { cursorUs, onCursor, picks } = linked;
  const [chosen, setChosen] = useChartChoice();
  const groups = useMemo(() => groupsOf(host), [host]);
  const view = useStripWindow(run, host.hostId, host.timesUs.at(-1) ?? 0);
  const name = nameOf(run, host.hostId);
  const cpus = run.hosts.find(({ hostId }) => hostId === host.hostId)?.facts?.cpus ?? null;
  const annotate = useAnnotateAt(host.hostId, (view.fromUs + view.toUs) / 2);
  const byKey = (event: KeyboardEvent): void => {
    if (event.key !== 'a' || !isForPage(event.nativeEvent)) return;
    event.preventDefault();
    if (annotate) annotate();
    else
      showToast({
        title: 'This run can’t be annotated here: only operators annotate runs of this instance.',
        bad: true,
      });
  };
  const shown = groups.filter(({ id }) => chosen.includes(id));
  const toggle = (id: string): void => {
    const next = groups
      .map((group) => group.id)
      .filter((other) => (other === id ? !chosen.includes(id) : chosen.includes(other)));
    setChosen(next.length > 0 ? next : null);
  };
  const strips = (drawn: HostSeries) =>
    shown.map((group) => (
      <GroupChart key={group.id} host={drawn} cpus={cpus} {...{ group, view, cursorUs, onCursor, picks }} />
    ));
  const panel = (
    <Panel
      title="Time series"
      aside={`${name}, ${readingsText(run.spec.samplesPerSecond)}`}
      actions={
        <>
          {choice}
          <StepChoice run={run} reached={view.spans.steps.map(({ stepIndex }) => stepIndex)} />
        </>
      }
    >
      <fieldset aria-label="Charts" className="mb-4 flex flex-wrap gap-1.5 print:hidden">
        {groups.map((group) => (
          <button
            key={group.id}
            type="button"
            aria-pressed={chosen.includes(group.id)}
            onClick={() => toggle(group.id)}
            className="rounded-full border border-line-strong px-2.5 text-xs leading-6 text-muted hover:text-ink aria-pressed:border-accent/60 aria-pressed:bg-accent-soft aria-pressed:text-ink"
          >
            {group.title}
          </button>
        ))}
      </fieldset>
      <ZoomBar run={run} hostId={host.hostId} view={view} linked={linked} />
      {run.hosts.length > 1 && <CursorFrom run={run} hostId={host.hostId} linked={linked} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the strips within */}
      <div className="grid min-w-0 gap-5" onKeyDown={byKey}>
        {finer ? finer({ host, view, children: strips }) : strips(host)}
        {pictures({ host, view, cursorUs, onCursor, picks })}
      </div>
    </Panel>
  );
  return <PicturesOf value={run.hosts.length > 1 ? `${run.name}, ${name}` : run.name}>{panel}</PicturesOf>;
}

interface GroupChartProps extends Pick<LinkedStrip, 'cursorUs' | 'onCursor' | 'picks'> {
  group: SeriesGroup;
  host: HostSeries;
  /** Of the host; null where that is not known. */
  cpus: number | null;
  view: StripView;
}

function GroupChart({ group, host, cpus, ...rest }: GroupChartProps) {
  const lines = useMemo(() => group.lines.map((line) => ({ line, ...drawnColumn(host, line.name) })), [group, host]);
  const of = group.unit === 'CPUs' && cpus !== null ? `of ${cpus}` : null;
  return <StripChart title={group.title} of={of} unit={group.unit} lines={lines} {...rest} />;
}

function StepChoice({ run, reached }: { run: Run; reached: number[] }) {
  const [choice, setChoice] = useStepChoice();
  if (run.steps.length < 2 || run.steps.length > 12) return null;
  const options = [
    { value: 'all', label: 'Whole run' },
    ...[...new Set(reached)].map((index) => ({
      value: String(index + 1),
      label: String(index + 1),
      title: `Step ${index + 1}`,
    })),
  ];
  return (
    <Segmented
      label="Stretch shown"
      value={choice === null ? 'all' : String(choice)}
      onChange={(value) => void setChoice(value === 'all' ? null : Number(value))}
      options={options}
    />
  );
}
