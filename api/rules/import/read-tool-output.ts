import { readJson } from './read-json.ts';
import { readAutocannon } from './tool-autocannon.ts';
import { readBombardier } from './tool-bombardier.ts';
import { readFortio } from './tool-fortio.ts';
import { readH2load } from './tool-h2load.ts';
import { readK6 } from './tool-k6.ts';
import { readOha } from './tool-oha.ts';
import type { ToolFormat, ToolReader } from './tool-reading.ts';
import { readVegeta } from './tool-vegeta.ts';
import { readWrk } from './tool-wrk.ts';
import { readWrk2 } from './tool-wrk2.ts';

const ofJson =
  (read: (value: unknown) => ReturnType<ToolReader>): ToolReader =>
  (text) =>
    read(readJson(text));

/** Throws Unreadable with what is wrong, when the text is not the whole output of that tool. */
export const TOOL_READERS: Record<ToolFormat, ToolReader> = {
  autocannon: ofJson(readAutocannon),
  wrk: readWrk,
  wrk2: readWrk2,
  vegeta: ofJson(readVegeta),
  oha: ofJson(readOha),
  k6: ofJson(readK6),
  h2load: readH2load,
  bombardier: ofJson(readBombardier),
  fortio: ofJson(readFortio),
};
