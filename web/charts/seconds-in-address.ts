'use client';

import { createParser } from 'nuqs';
import { secondsOfText, textOfSeconds } from './stretch';

export const parseAsSeconds = createParser({
  parse: secondsOfText,
  serialize: textOfSeconds,
  eq: (a, b) => a.from === b.from && a.to === b.to,
});
