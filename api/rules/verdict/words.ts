import type { Finding, Wall } from '../../contract/verdict.ts';
import { listed } from '../comparison/side-names.ts';

/** What limited a figure, as people read it: in sentences, in exports and on screen. */
export const WALL_WORDS: Record<Wall, string> = {
  'competing-load': 'other processes',
  'client-cpu': 'client CPU',
  'client-thread': 'client threads',
  'server-cpu': 'server CPU',
  'server-core': 'one server core',
  'nic-bandwidth': 'NIC bandwidth',
  'packet-rate': 'packet rate',
  'offered-load': 'offered load',
  'lock-contention': 'lock contention',
  concurrency: 'too little in flight',
  several: 'several',
  unknown: 'unknown',
};

type Named = { wall: Wall | null; walls: Wall[] };

const named = (walls: Wall[]): string => listed(walls.map((one) => WALL_WORDS[one]));

/** 'client CPU', 'client CPU and server CPU', 'unknown, client CPU suspected'; null where an invalid figure has none. */
export function wallText({ wall, walls }: Named): string | null {
  if (wall === null) return null;
  if (wall === 'several' && walls.length > 1) return named(walls);
  const suspected = walls.filter((one) => one !== 'unknown' && one !== wall);
  return wall === 'unknown' && suspected.length > 0 ? `unknown, ${named(suspected)} suspected` : WALL_WORDS[wall];
}

/** Why a point is suspect, in a few words after its wall. */
export const DOUBT_WORDS: Partial<Record<Finding['code'], string>> = {
  'littles-law': 'throughput and latency hardly fit the requests in flight',
  'offered-rate-not-met': 'the rate was not sustained',
  errors: 'requests failed',
  'connections-missing': 'connections were missing',
  unsteady: 'throughput changed within the step',
  'oversubscribed-client': 'the tool ran more workers than it has CPUs',
  'uneven-tool-workers': 'fewer workers of the tool drove this load',
  'samples-missing': 'samples are missing',
  'window-short': 'the clients drove load together for a part of it only',
  'competing-load': 'other processes used the CPUs',
  throttled: 'a host was throttled',
  retransmits: 'packets were lost',
  'listen-overflow': 'the listen queue overflowed',
  'softnet-drop': 'the kernel dropped or held up packets',
  'tuning-drift': 'a setting did not stay',
  'tuning-without-effect': 'a setting had no effect',
  'tuning-not-applied': 'a setting reads back differently',
  'workers-missing': 'workers of the target were missing',
  'target-outside-its-cpus': 'the target ran outside of its CPUs',
};
