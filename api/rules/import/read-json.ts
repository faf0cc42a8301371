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
  if (hasNul(text) || hasHalfCharacter(text)) {
    throw new Unreadable('it holds a NUL character, or half of one character');
  }
  return value;
}

/** Whether a JSON text has an escape that is half of a character: PostgreSQL's JSON takes none, and its text another character instead. */
export function hasHalfCharacter(json: string): boolean {
  for (let at = nextEscape(json, 0); at !== -1; at = nextEscape(json, at + ESCAPE_CHARACTERS)) {
    const unit = unitAt(json, at);
    if (isLow(unit)) return true;
    if (!isHigh(unit)) continue;
    at += ESCAPE_CHARACTERS;
    if (!json.startsWith('\\u', at) || !isLow(unitAt(json, at))) return true;
  }
  return false;
}

function hasNul(json: string): boolean {
  for (let at = nextEscape(json, 0); at !== -1; at = nextEscape(json, at + ESCAPE_CHARACTERS))
    if (unitAt(json, at) === 0) return true;
  return false;
}

/** `\u0041` */
const ESCAPE_CHARACTERS = 6;
const unitAt = (json: string, at: number): number => Number.parseInt(json.slice(at + 2, at + ESCAPE_CHARACTERS), 16);
const isHigh = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00;
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000;

/** Where the next escape of a code unit begins; a backslash after another one begins none. */
function nextEscape(json: string, from: number): number {
  for (let at = json.indexOf('\\u', from); at !== -1; at = json.indexOf('\\u', at + 2)) {
    let before = at - 1;
    while (json.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((at - before) % 2 === 1) return at;
  }
  return -1;
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
