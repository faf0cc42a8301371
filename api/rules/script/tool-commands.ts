import type { ToolName } from '../../contract/load.ts';
import { SCRIPT_TOOLS } from './script-tools.ts';

/** Whether a command is one that the driver of this tool makes: its own program, and options that it gives. */
export function isOfTool(tool: ToolName, command: string[]): boolean {
  const { begins, options } = SCRIPT_TOOLS[tool];
  const begun = begins.find((names) => names.every((name, at) => isCalled(command[at] ?? '', name)));
  if (!begun) return false;
  return command.slice(begun.length).every((word) => !word.startsWith('-') || options.includes(word));
}

export const isReferenceServer = ([program = '']: string[]): boolean => isCalled(program, 'server');

/** `/opt/k6-v1.8.1` is k6, and `/opt/autocannon.js` is autocannon. A program with `=` would be a variable to what starts it. */
function isCalled(word: string, name: string): boolean {
  if (word === name) return true;
  if (/^-|=/.test(word)) return false;
  const base = word.slice(word.lastIndexOf('/') + 1);
  return base === name || (base.startsWith(name) && /^[-_.]/.test(base.slice(name.length)));
}
