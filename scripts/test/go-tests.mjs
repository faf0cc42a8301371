// @ts-check
import { tie } from '../start/tied.mjs';

const before = tie('SIGKILL');

/** Options of `go test`: told to end, or killed, go leaves the programs of its tests, and these what they have started. */
export const TIED_TESTS = before.length > 0 ? ['-exec', before.join(' ')] : [];
