import type { ImportFormat } from '../../contract/imported.ts';
import type { TOOL_OUTPUTS } from '../../contract/words.ts';
import { readJson } from './read-json.ts';
import { readAutocannon } from './tool-autocannon.ts';
import { readBombardier } from './tool-bombardier.ts';
import { readFortio } from './tool-fortio.ts';
import { readH2load } from './tool-h2load.ts';
import { readK6 } from './tool-k6.ts';
import { readOha } from './tool-oha.ts';
import type { ToolFormat, ToolReader, ToolReading } from './tool-reading.ts';
import { readVegeta } from './tool-vegeta.ts';
import { readWrk } from './tool-wrk.ts';
import { readWrk2 } from './tool-wrk2.ts';

interface OfJson {
  read: (value: unknown) => ToolReading;
  /** Keys of its object, of each form that it has; no other format has all of them. */
  keys: string[][];
}

interface OfText {
  read: ToolReader;
  /** What it says of itself. */
  words: RegExp;
}

/** How each format is recognised and read. The first that fits counts: k6 is known by one word only, and wrk2 begins as wrk does. */
const FORMATS: { [F in ToolFormat]: (typeof TOOL_OUTPUTS)[F] extends 'JSON' ? OfJson : OfText } = {
  autocannon: { read: readAutocannon, keys: [['latency', 'requests', 'throughput', '2xx']] },
  vegeta: {
    read: readVegeta,
    keys: [
      ['latencies', 'status_codes'],
      ['attacks', 'result'],
    ],
  },
  oha: { read: readOha, keys: [['summary', 'latencyPercentiles']] },
  bombardier: { read: readBombardier, keys: [['spec', 'result']] },
  fortio: { read: readFortio, keys: [['RunType', 'DurationHistogram']] },
  k6: { read: readK6, keys: [['metrics']] },
  wrk2: { read: readWrk2, words: /^ {2}Thread calibration:|HdrHistogram - |^ {2}Detailed Percentile spectrum:/m },
  wrk: { read: readWrk, words: /^Running \d+[smh] test @ /m },
  h2load: { read: readH2load, words: /^finished in |^spawning thread #/m },
};
const ENTRIES = Object.entries(FORMATS) as [ToolFormat, OfJson | OfText][];

/** Throws Unreadable with what is wrong, when the text is not the whole output of that tool. */
export function readToolOutput(format: ToolFormat, text: string): ToolReading {
  const row: OfJson | OfText = FORMATS[format];
  return 'keys' in row ? row.read(readJson(text)) : row.read(text);
}

/** What a parsed JSON document is; null where it is none of these. */
export function recogniseJson(value: unknown): ImportFormat | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  if ('documentVersion' in value) return 'document';
  if ('bundleVersion' in value) return 'bundle';
  return (
    ENTRIES.find(([, row]) => 'keys' in row && row.keys.some((keys) => keys.every((key) => key in value)))?.[0] ?? null
  );
}

/** What a text is that is no JSON; null where it is none of these. */
export function recogniseText(text: string): ImportFormat | null {
  const start = text.slice(0, 64 * 1024);
  return ENTRIES.find(([, row]) => 'words' in row && row.words.test(start))?.[0] ?? null;
}
