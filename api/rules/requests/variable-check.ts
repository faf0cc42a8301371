import { MAX_BODY_FILE_BYTES, MAX_FILLED_LINE_BYTES } from '../../contract/limits.ts';
import type { RequestSpec, RequestVariable } from '../../contract/requests.ts';
import type { RunSpec } from '../../contract/spec.ts';
import type { SpecFault } from '../spec/spec-fault.ts';
import { formatExact } from '../words/numbers.ts';
import { filledTexts, placeholdersOf } from './placeholders.ts';

/** Variables that are named twice, not used, or used and not there; and values that cannot stand where they would. */
export function variableFaults({ requests, variables }: RunSpec): SpecFault[] {
  const names = variables.map(({ name }) => name);
  const used = new Set(requests.flatMap((request) => filledTexts(request).flatMap(([, text]) => placeholdersOf(text))));
  const own = names.flatMap((name, index) => {
    const path = `spec.variables.${index}.name`;
    if (names.indexOf(name) < index) return [{ path, message: `${name} is there already; give each variable a name.` }];
    return used.has(name) ? [] : [{ path, message: `No request holds {{${name}}}; put it into one, or leave it out.` }];
  });
  return [...own, ...requests.flatMap((request, index) => placeFaults(request, `spec.requests.${index}`, variables))];
}

function placeFaults(request: RequestSpec, at: string, variables: RequestVariable[]): SpecFault[] {
  return filledTexts(request).flatMap(([where, text]) => [
    ...lengthFaults(`${at}.${where}`, where, longestFilled(text, variables)),
    ...[...new Set(placeholdersOf(text))].flatMap((name) => {
      const path = `${at}.${where}`;
      const variable = variables.find((one) => one.name === name);
      if (!variable) return [{ path, message: `{{${name}}} names no variable; add one of that name, or correct it.` }];
      const odd = variable.kind === 'sample' ? variable.values.find((value) => !fits(where, value)) : undefined;
      if (odd === undefined) return [];
      const place =
        where === 'path'
          ? 'a path, which takes neither spaces, # nor letters beyond ASCII (write %20 and the like)'
          : 'a header, which takes printable ASCII on one line';
      return [
        { path, message: `A value of {{${name}}}, ${JSON.stringify(odd.slice(0, 40))}, cannot stand in ${place}.` },
      ];
    }),
  ]);
}

/** Bytes of a text after the longest values of its variables were filled in. */
function longestFilled(text: string, variables: RequestVariable[]): number {
  const grown = placeholdersOf(text).map((name) => {
    const variable = variables.find((one) => one.name === name);
    return variable ? longestOf(variable) - `{{${name}}}`.length : 0;
  });
  return grown.reduce((sum, bytes) => sum + bytes, bytesOf(text));
}

function longestOf(variable: RequestVariable): number {
  if (variable.kind === 'sample') return Math.max(...variable.values.map(bytesOf));
  const ends = variable.kind === 'random' ? [variable.least, variable.most] : [variable.from, Number.MAX_SAFE_INTEGER];
  return Math.max(...ends.map((end) => String(end).length));
}

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

function lengthFaults(path: string, where: string, bytes: number): SpecFault[] {
  const most = where === 'body.text' ? MAX_BODY_FILE_BYTES : MAX_FILLED_LINE_BYTES;
  if (bytes <= most) return [];
  const message = `With the longest values of its variables it takes ${formatExact(bytes)} bytes, more than ${formatExact(most)}; shorten it or them.`;
  return [{ path, message }];
}

function fits(where: string, value: string): boolean {
  if (where === 'path') return /^[!-~]*$/.test(value) && !value.includes('#');
  return where === 'body.text' || /^[\t -~]*$/.test(value);
}
