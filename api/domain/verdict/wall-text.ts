import type { Wall } from '../../contract/verdict.ts';

const WALLS: Record<Wall, string> = {
  'client-cpu': 'client CPU',
  'client-thread': 'one thread of the client',
  'server-cpu': 'server CPU',
  'server-core': 'one CPU of the server',
  'nic-bandwidth': 'NIC bandwidth',
  'packet-rate': 'packet rate',
  'offered-load': 'the offered load',
  'lock-contention': 'lock contention in the server',
  concurrency: 'concurrency',
  several: 'several at once',
  unknown: 'nothing that was measured',
};

/** A wall as it stands in sentences. */
export const wallText = (wall: Wall): string => WALLS[wall];
