import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Run } from '../contract/run.ts';
import { readToolOutput, recogniseJson, recogniseText } from '../rules/import/read-tool-output.ts';
import { runOfOutputs } from '../rules/import/run-of-outputs.ts';
import type { ToolFormat } from '../rules/import/tool-reading.ts';

/** Raw outputs of real tools, each of one invocation against a server on loopback. */
export const TOOL_OUTPUTS = {
  'autocannon.json': 'autocannon',
  'wrk.txt': 'wrk',
  'wrk-done.txt': 'wrk',
  'wrk2.txt': 'wrk2',
  'vegeta.json': 'vegeta',
  'oha.json': 'oha',
  'k6.json': 'k6',
  'h2load.txt': 'h2load',
  'bombardier.json': 'bombardier',
  'fortio.json': 'fortio',
} as const satisfies Record<string, ToolFormat>;
export type ToolOutput = keyof typeof TOOL_OUTPUTS;
export const TOOL_OUTPUT_NAMES = Object.keys(TOOL_OUTPUTS) as ToolOutput[];

export const toolOutput = (name: ToolOutput): string =>
  readFileSync(path.join(import.meta.dirname, 'tool-outputs', name), 'utf8');

/** As this product's agent keeps it. */
export const agentOutput = (name: string): string =>
  readFileSync(path.join(import.meta.dirname, '../../agent/internal/loadgen/testdata', name), 'utf8');

export const recognise = (text: string): string | null =>
  text.trimStart().startsWith('{') ? recogniseJson(JSON.parse(text)) : recogniseText(text);

/** The run that an output is imported as, without its verdict. */
export function toolRun(name: ToolOutput): Run {
  let made = 0;
  return runOfOutputs(name, `output of ${TOOL_OUTPUTS[name]}`, [readToolOutput(TOOL_OUTPUTS[name], toolOutput(name))], {
    newId: () => `01890000-0000-7000-9000-${String(++made).padStart(12, '0')}`,
    importedAtUs: 1_795_000_000_000_000,
    importedByName: null,
    fileName: name,
  });
}
