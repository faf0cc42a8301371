import { Unreadable } from './unreadable.ts';

/** Deeper than any file that is imported here, and shallow enough for recursive code. */
const DEPTH_MAX = 60;

/** The JSON in a text, once it is known to be neither too deep nor what a database cannot keep. */
export function readJson(text: string): unknown {
  refuseDeep(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Unreadable('it is not JSON, or it is truncated');
  }
  // A NUL, or half of a character: escapes that PostgreSQL does not take.
  if (/\\u(0000|[dD][89a-fA-F])/.test(text) && /\\u(0000|d[89a-f])/.test(JSON.stringify(value))) {
    throw new Unreadable('it holds a NUL character, or half of one character');
  }
  return value;
}

/** Counted in the text, as a parsed value that deep cannot be walked through. */
function refuseDeep(text: string): void {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (quoted) {
      if (code === BACKSLASH) at++;
      else if (code === QUOTE) quoted = false;
    } else if (code === QUOTE) quoted = true;
    else if (code === BRACE || code === BRACKET) {
      if (++depth > DEPTH_MAX) throw new Unreadable(`it is nested deeper than ${DEPTH_MAX} levels`);
    } else if (code === BRACE_END || code === BRACKET_END) depth--;
  }
}

const [QUOTE, BACKSLASH, BRACE, BRACE_END, BRACKET, BRACKET_END] = [0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d];
