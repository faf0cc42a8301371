import type { Finding, Wall } from '../../contract/verdict.ts';
import * as words from '../../contract/words.ts';
import { listed } from '../comparison/side-names.ts';

/** Walls as people read them: every one has words. */
export const WALL_WORDS: Record<Wall, string> = words.WALL_WORDS;

/** What limited a point: of several walls each, 'client CPU and server CPU'. */
export function wallText({ wall, walls }: { wall: Wall; walls: Wall[] }): string {
  return wall === 'several' && walls.length > 1 ? listed(walls.map((one) => WALL_WORDS[one])) : WALL_WORDS[wall];
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
