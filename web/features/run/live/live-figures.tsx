import type { Run } from '@contract/run';
import type { RunSeries } from '@contract/samples';
import { momentSuffix, servedLabel, servedSource, toolText, whyNotLive, withoutAgentText } from '@rules/run/live-words';
import { formatBitsPerSecond, formatCount, formatPercent, formatShort, formatSignificant } from '@rules/words/numbers';
import type { ReactNode } from 'react';
import { latestOf } from '@/charts/hosts-together';
import { busiestNic } from '@/charts/series';
import { serverOf } from '@/features/run/host-order';
import { Absent } from '@/ui/absent';
import { classNames } from '@/ui/class-names';
import { Figure } from '@/ui/figure';
import { hottestAtMoment, liveMoment, valueAtMoment } from './live-moment';

interface LiveFiguresProps {
  run: Run;
  series: RunSeries | undefined;
  /** The newest reading is no longer what is. */
  stale: boolean;
}

/** What the target's host does now, or did in the step that is over. */
export function LiveFigures(props: LiveFiguresProps) {
  return props.run.spec.target.kind === 'external' ? <ClientFigures {...props} /> : <ServerFigures {...props} />;
}

/** All that is seen of a target without an agent while it is loaded. */
function ClientFigures({ run, series, stale }: LiveFiguresProps) {
  const toolCpus = stale ? null : toolCpusNow(run, series);
  return <p className="mt-4 text-sm text-muted">{withoutAgentText(toolCpus)}</p>;
}

function ServerFigures({ run, series, stale }: LiveFiguresProps) {
  const serverId = serverOf(run)?.hostId;
  const host = series?.hosts.find(({ hostId }) => hostId === serverId);
  if (!host) return <p className="mt-4 text-sm text-muted">Figures appear with the first samples.</p>;
  const nic = busiestNic(host);
  const moment = liveMoment(run, host.hostId);
  const suffix = momentSuffix(moment, stale);
  const valueNow = (name: string) => valueAtMoment(host, name, moment);
  const shown = (value: number | null, format: (value: number) => ReactNode) =>
    value === null ? <Absent why={whyNotLive(moment)} /> : format(value);
  const cpus = run.hosts.find(({ hostId }) => hostId === serverId)?.facts?.cpus;
  const toolCpus = toolCpusNow(run, series);
  return (
    <dl
      className={classNames(
        'mt-4 grid grid-cols-2 gap-x-4 gap-y-4 transition-colors sm:grid-cols-3',
        (stale || moment.kind !== 'load') && 'text-muted',
      )}
    >
      <div className="col-span-2 sm:col-span-3">
        <dt className="text-xs text-muted">{servedLabel(moment, stale)}</dt>
        <dd>
          <span className="whitespace-nowrap text-[2.75rem] font-semibold leading-none tracking-tighter">
            {shown(moment.kind === 'before' ? null : valueNow('requestsPerSecond'), (value) => (
              <span title={`${formatCount(value)} req/s`}>{formatShort(Math.round(value))}</span>
            ))}{' '}
            <span className="text-lg font-normal tracking-normal text-muted">req/s</span>
          </span>
          <span className="mt-1.5 block text-xs text-muted">
            {servedSource(run.spec.target.kind === 'reference', moment, stale)}
          </span>
        </dd>
      </div>
      <Figure
        label={`Host CPU busy${suffix}`}
        value={shown(valueNow('cpuBusyPercent'), formatPercent)}
        unit="%"
        note={cpus === undefined ? undefined : `of ${cpus} CPUs${hottestAtMoment(host, moment)}`}
      />
      <Figure
        label={`CPUs used, target${suffix}`}
        value={shown(valueNow('targetCpus'), (value) => formatSignificant(value))}
        unit="CPUs"
        note={moment.kind === 'load' ? toolText(toolCpus) : undefined}
      />
      <Figure
        label={`${nic ? `NIC ${nic}, sent` : 'NIC, sent'}${suffix}`}
        value={shown(nic === null ? null : valueNow(`nic/${nic}/txBitsPerSecond`), formatBitsPerSecond)}
        note={nic === null ? undefined : `received ${formatReceived(valueNow(`nic/${nic}/rxBitsPerSecond`))}`}
      />
    </dl>
  );
}

/** What the tools use under load; null where there is none, or nothing was read of it yet. */
function toolCpusNow(run: Run, series: RunSeries | undefined) {
  const ids = run.hosts.filter(({ roles }) => roles.includes('client')).map(({ hostId }) => hostId);
  const clients = series?.hosts.filter(({ hostId }) => ids.includes(hostId)) ?? [];
  const loaded = clients.flatMap((host) => {
    const moment = liveMoment(run, host.hostId);
    return moment.kind === 'load' ? [{ host, sinceUs: moment.sinceUs }] : [];
  });
  return latestOf(loaded, 'toolCpus');
}

const formatReceived = (value: number | null): string => (value === null ? 'not measured' : formatBitsPerSecond(value));
