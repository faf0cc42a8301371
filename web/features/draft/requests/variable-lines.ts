import {
  MAX_SAMPLE_CHARACTERS,
  MAX_SAMPLE_VALUES,
  MAX_VARIABLES,
  VARIABLE_NAME,
  VARIABLE_NUMBER,
} from '@contract/limits';
import type { RequestVariable } from '@contract/requests';
import { formatCount } from '@rules/words/numbers';

/** Variables as lines: 'id: counter from 1', 'user: random 1 to 1000', 'item: in turn ["apples","pears"]'. */
export const variableLines = (variables: RequestVariable[]): string => variables.map(lineOf).join('\n');

function lineOf(variable: RequestVariable): string {
  const { name } = variable;
  if (variable.kind === 'counter') return `${name}: counter from ${variable.from}`;
  if (variable.kind === 'random') return `${name}: random ${variable.least} to ${variable.most}`;
  return `${name}: ${variable.order} ${JSON.stringify(variable.values)}`;
}

const FORMS =
  'Write id: counter from 1, user: random 1 to 1000, or item: in turn apples, pears (or at random), one a line.';

/** What was typed, as far as it can be read, and the first line's fault. */
export function readVariableLines(text: string): { variables: RequestVariable[]; fault: string | null } {
  const variables: RequestVariable[] = [];
  const lines = text.split('\n').flatMap((line) => line.trim() || []);
  for (const line of lines) {
    const read = readLine(line);
    if (typeof read === 'string') return { variables, fault: read };
    variables.push(read);
  }
  const fault = variables.length > MAX_VARIABLES ? `At most ${MAX_VARIABLES} variables.` : null;
  return { variables, fault };
}

function readLine(line: string): RequestVariable | string {
  const at = line.indexOf(':');
  const [name, rest] = [line.slice(0, Math.max(0, at)).trim(), line.slice(at + 1).trim()];
  if (at < 0 || !VARIABLE_NAME.test(name))
    return `“${line.slice(0, 40)}” names no variable: a name begins with a letter and ends in a colon. ${FORMS}`;
  const [, from] = /^counter from (\d+)$/.exec(rest) ?? [];
  if (from !== undefined)
    return inBounds(Number(from)) ? { name, kind: 'counter', from: Number(from) } : tooLarge(name);
  const [, least, most] = /^random (\d+) to (\d+)$/.exec(rest) ?? [];
  if (least !== undefined) {
    const range = { least: Number(least), most: Number(most) };
    if (!inBounds(range.most)) return tooLarge(name);
    return range.least > range.most ? `${name}: the lower number comes first.` : { name, kind: 'random', ...range };
  }
  const [, order, values] = /^(in turn|at random)\s+(\S.*)$/.exec(rest) ?? [];
  return order && values ? sampleOf(name, order as 'in turn' | 'at random', values) : `${name}: ${FORMS}`;
}

const inBounds = (number: number): boolean => number <= VARIABLE_NUMBER[1];
const tooLarge = (name: string): string => `${name}: numbers go up to ${formatCount(VARIABLE_NUMBER[1])}.`;

function sampleOf(name: string, order: 'in turn' | 'at random', text: string): RequestVariable | string {
  const values = valuesOf(text);
  if (!values) return `${name}: the list is no JSON; write ["a","b"], or a, b without brackets.`;
  if (values.length === 0 || values.length > MAX_SAMPLE_VALUES)
    return `${name}: 1 to ${formatCount(MAX_SAMPLE_VALUES)} values.`;
  if (values.some((value) => value.length > MAX_SAMPLE_CHARACTERS))
    return `${name}: at most ${formatCount(MAX_SAMPLE_CHARACTERS)} characters a value.`;
  return { name, kind: 'sample', values, order };
}

function valuesOf(text: string): string[] | null {
  if (!text.startsWith('[')) return text.split(',').map((value) => value.trim());
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) && list.every((value) => typeof value === 'string') ? list : null;
  } catch {
    return null;
  }
}
