/** Written by `npm run generate`: a reader for each row of TOOL_OUTPUTS. */
import { reader as autocannon } from './tools/autocannon.ts';
import { reader as wrk2 } from './tools/wrk2.ts';
import { reader as wrk } from './tools/wrk.ts';
import { reader as vegeta } from './tools/vegeta.ts';
import { reader as oha } from './tools/oha.ts';
import { reader as h2load } from './tools/h2load.ts';
import { reader as bombardier } from './tools/bombardier.ts';
import { reader as fortio } from './tools/fortio.ts';
import { reader as k6 } from './tools/k6.ts';

export const READERS = { autocannon, wrk2, wrk, vegeta, oha, h2load, bombardier, fortio, k6 };
