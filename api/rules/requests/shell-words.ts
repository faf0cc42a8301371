const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', '0': '\0' };

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
    if (character === "'") return this.quoted(this.at + 1, "'", () => '\\');
    if (character === '"')
      return this.quoted(this.at + 1, '"', (next) => (/["\\$`]/.test(next) ? next : next === '\n' ? '' : `\\${next}`));
    if (character === '$' && this.line[this.at + 1] === "'")
      return this.quoted(this.at + 2, "'", (next) => ESCAPES[next] ?? next);
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

  /** `escaped` is what a backslash and the next character come to; in single quotes a backslash is one. */
  private quoted(from: number, quote: string, escaped: (next: string) => string): boolean {
    const plain = this.line[from - 1] === "'" && this.line[from - 2] !== '$';
    this.add('');
    for (let at = from; at < this.line.length; at++) {
      const character = this.line[at] ?? '';
      if (character === quote) {
        this.at = at + 1;
        return true;
      }
      if (character === '\\' && !plain) {
        at++;
        this.add(escaped(this.line[at] ?? ''));
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
