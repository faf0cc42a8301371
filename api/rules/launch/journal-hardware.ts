import type { LaunchSpec } from '../../contract/launch.ts';

export interface JournalHardware extends Pick<LaunchSpec, 'server' | 'clients'> {
  /** Of the journal. */
  entry: string;
  /** What it asked. */
  title: string;
}

const pair = (entry: string, title: string, server: string, client: string): JournalHardware => ({
  entry,
  title,
  server: { instanceType: server },
  clients: { instanceType: client, count: 1 },
});

/** The hosts of each entry of the journal that names their types. */
export const JOURNAL_HARDWARE: readonly JournalHardware[] = [
  pair('03', '128 cores, NIC queues, RPS and RFS', 'c8i.32xlarge', 'c6i.4xlarge'),
  pair('04', 'autocannon workers and the real ceiling', 'c8i.32xlarge', 'c6i.8xlarge'),
  pair('06b', 'IRQ pinning on matched 128-core hosts', 'c8i.32xlarge', 'c8i.32xlarge'),
  pair('08', '/read on a 50 Gbps NIC', 'c6in.8xlarge', 'c6in.8xlarge'),
];
