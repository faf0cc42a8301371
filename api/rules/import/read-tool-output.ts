import type { ImportFormat } from '../../contract/imported.ts';
import { keysOf, TOOL_OUTPUTS } from '../../contract/words.ts';
import { readJson } from './read-json.ts';
import { READERS } from './readers.gen.ts';
import type { JsonReader, TextReader, ToolFormat, ToolReading } from './tool-reading.ts';

const OF_FORMAT: { [F in ToolFormat]: (typeof TOOL_OUTPUTS)[F] extends 'JSON' ? JsonReader : TextReader } = READERS;
const FORMATS = keysOf(TOOL_OUTPUTS);

/** Throws Unreadable with what is wrong, when the text is not the whole output of that tool. */
export function readToolOutput(tool: ToolFormat, text: string): ToolReading {
  const reader: JsonReader | TextReader = OF_FORMAT[tool];
  return { tool, ...('keys' in reader ? reader.read(readJson(text)) : reader.read(text)) };
}

/** What a parsed JSON document is; null where it is none of these. */
export function recogniseJson(value: unknown): ImportFormat | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  if ('documentVersion' in value) return 'document';
  if ('bundleVersion' in value) return 'bundle';
  return recognise((reader) => 'keys' in reader && reader.keys.some((keys) => keys.every((key) => key in value)));
}

/** What a text is that is no JSON; null where it is none of these. */
export function recogniseText(text: string): ImportFormat | null {
  const start = text.slice(0, 64 * 1024);
  return recognise((reader) => 'words' in reader && reader.words.test(start));
}

const recognise = (fits: (reader: JsonReader | TextReader) => boolean): ToolFormat | null =>
  FORMATS.find((format) => fits(OF_FORMAT[format])) ?? null;
