const ESCAPES: Record<string, string> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};
/** A character by its number in Unicode, after the backslash. */
const POINT = /(?:u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8}))/y;
/** Bytes of UTF-8, hexadecimal or octal, as many as stand there. */
const BYTES = /(?:x[\da-fA-F]{1,2}|[0-7]{1,3})(?:\\(?:x[\da-fA-F]{1,2}|[0-7]{1,3}))*/y;

/**
 * The words of one command line as bash would read them: quotes, $'...', backslashes and continued lines. Null where a quote is
 * not closed. Variables stay as they are written.
 */
export function shellWords(line: string): string[] | null {
  const reader = new WordReader(line);
  return reader.read();
}

class WordReader {
  private readonly line: string;
  private at = 0;
  private word: string | null = null;
  private readonly words: string[] = [];

  constructor(line: string) {
    this.line = line;
  }

  read(): string[] | null {
    while (this.at < this.line.length) if (!this.step()) return null;
    this.end();
    return this.words;
  }

  /** False where a quote is not closed. */
  private step(): boolean {
    const character = this.line[this.at] ?? '';
    if (/\s/.test(character)) {
      this.end();
      this.at++;
      return true;
    }
    if (character === "'") return this.quoted(this.at + 1, "'", null);
    if (character === '"') return this.quoted(this.at + 1, '"', inDoubleQuotes);
    if (character === '$' && this.line[this.at + 1] === "'") return this.quoted(this.at + 2, "'", inDollarQuotes);
    if (character === '\\') {
      const next = this.line[this.at + 1] ?? '';
      // A line that goes on in the next one.
      if (next !== '\n') this.add(next);
      this.at += 2;
      return true;
    }
    this.add(character);
    this.at++;
    return true;
  }

  /** `escaped` gives the meaning of a backslash and the text after it; null if it is a plain backslash. */
  private quoted(from: number, quote: string, escaped: Unescape | null): boolean {
    this.add('');
    for (let at = from; at < this.line.length; at++) {
      const character = this.line[at] ?? '';
      if (character === quote) {
        this.at = at + 1;
        return true;
      }
      if (character === '\\' && escaped) {
        const { text, length } = escaped(this.line, at + 1);
        this.add(text);
        at += length;
      } else this.add(character);
    }
    return false;
  }

  private add(text: string): void {
    this.word = (this.word ?? '') + text;
  }

  private end(): void {
    if (this.word !== null) this.words.push(this.word);
    this.word = null;
  }
}

/**
 * The meaning of a backslash followed by the text from `at` on, and how many characters after the backslash it took.
 */
type Unescape = (line: string, at: number) => { text: string; length: number };

const inDoubleQuotes: Unescape = (line, at) => {
  const next = line[at] ?? '';
  return { text: /["\\$`]/.test(next) ? next : next === '\n' ? '' : `\\${next}`, length: 1 };
};

const inDollarQuotes: Unescape = (line, at) => {
  const point = from(POINT, line, at);
  if (point) {
    const code = Number.parseInt(point[1] ?? point[2] ?? '', 16);
    return { text: code <= 0x10ffff ? String.fromCodePoint(code) : '', length: point[0].length };
  }
  const bytes = from(BYTES, line, at);
  if (bytes) {
    const numbers = bytes[0]
      .split('\\')
      .map((one) => (one[0] === 'x' ? Number.parseInt(one.slice(1), 16) : Number.parseInt(one, 8)));
    return { text: new TextDecoder().decode(Uint8Array.from(numbers)), length: bytes[0].length };
  }
  const next = line[at] ?? '';
  return { text: ESCAPES[next] ?? (/["'?\\]/.test(next) ? next : `\\${next}`), length: 1 };
};

function from(pattern: RegExp, line: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(line);
}
