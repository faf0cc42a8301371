import type { Lab } from '../platform/lab.ts';
import type { Gauge } from '../rules/export/prometheus.ts';
import { readFigures } from './read-figures.ts';

/** How the instance is. All but the event streams are of all its processes together. */
export async function gaugesOfInstance(lab: Lab): Promise<Gauge[]> {
  const {
    runsWaiting,
    runsUnderWay,
    hosts,
    hostsOnline,
    hostsLeased,
    webhooksPending,
    eventStreamsOpen,
    sweptAtUs,
    backedUpAtUs,
  } = await readFigures(lab);
  return [
    {
      ...gauge('build_info', 'The version that answers.', 1),
      samples: [{ labels: { version: lab.version }, value: 1 }],
    },
    gauge('runs_queued', 'Runs that wait for their hosts.', runsWaiting),
    gauge('runs_under_way', 'Runs that use their hosts.', runsUnderWay),
    gauge('hosts', 'Hosts that are enrolled.', hosts),
    gauge('agents_connected', 'Hosts whose agent is heard.', hostsOnline),
    gauge('leases', 'Hosts that a run has to itself.', hostsLeased),
    gauge(
      'webhook_deliveries_pending',
      'Messages to webhooks that are not delivered yet, or are tried again.',
      webhooksPending,
    ),
    gauge('event_streams_open', 'Readers of runs that this process keeps up to date.', eventStreamsOpen),
    gauge(
      'sweep_timestamp_seconds',
      'When the sweep, which is due every two seconds, last came to its end.',
      secondsOf(sweptAtUs),
    ),
    gauge('backup_timestamp_seconds', 'The moment that the last backup holds.', secondsOf(backedUpAtUs)),
  ];
}

const secondsOf = (us: number | null): number | null => (us === null ? null : us / 1e6);

const gauge = (name: string, help: string, value: number | null): Gauge => ({
  name: `millionrps_${name}`,
  help,
  samples: value === null ? [] : [{ labels: {}, value }],
});
