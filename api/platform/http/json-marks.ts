import type { FastifyInstance } from 'fastify';
import { hasHalfCharacter } from '../../rules/import/read-json.ts';
import { AppError } from '../app-error.ts';

const QUOTE = 34;
const BACKSLASH = 92;
/** `[`, `]`, `{`, `}`, `,` and `:`. */
const MARKS = new Set([91, 93, 123, 125, 44, 58]);

/**
 * Whether a JSON text has more marks outside of its strings than so many. It is asked before a large text is parsed: 16 MB of brackets take
 * the parser seconds, in which nobody else is answered, and 16 MB of one string take it none.
 */
export function hasMoreMarks(text: string, most: number): boolean {
  let marks = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (MARKS.has(code)) marks += 1;
    if (marks > most) return true;
  }
  return false;
}

/** Where the string ends that begins there; the text's end when nothing ends it. */
function endOfString(text: string, begin: number): number {
  for (let at = text.indexOf('"', begin + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((at - before) % 2 === 1) return at;
  }
  return text.length;
}

/** Reads JSON as Fastify does, where the route's body may have so many marks. */
export function parseJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const { marksMax } = request.routeOptions.config;
    if (marksMax !== undefined && hasMoreMarks(String(body), marksMax))
      return done(new AppError('too-large', 'The body has too many parts for this route; nothing was done.'));
    if (hasHalfCharacter(String(body)))
      return done(
        new AppError('invalid-input', 'The body holds half of a character, which cannot be stored; nothing was done.'),
      );
    return parse(request, String(body), done);
  });
}
