import { BREAKS_A_LINE } from '../../contract/limits.ts';

/** 'a', 'a and b', 'a, b and c'. */
export function listed(parts: string[]): string {
  return parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

/** 'a', 'a or b', 'a, b or c'. */
export function orListed(parts: string[]): string {
  return parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} or ${parts.at(-1)}`;
}

/** No more than three, and how many more there are. */
export function firstOf(texts: string[]): string {
  return texts.length <= 3 ? listed(texts) : `${texts.slice(0, 3).join(', ')} and ${texts.length - 3} more`;
}

/** As it stands within a sentence; 'CPU', 'NIC' and 'p99' stay as they are. */
export const lowered = (text: string): string =>
  /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A reason as a sentence of its own. */
export const asSentence = (reason: string): string => (/[.!?]$/.test(reason) ? reason : `${reason}.`);

/** Without what would begin a new line, move a terminal's cursor or turn the text round. */
export const oneLine = (text: string): string => text.replace(BREAKS, ' ').trim();
const BREAKS = new RegExp(`(?:\\s|${BREAKS_A_LINE.source})+`, 'gu');

/** Each for a line of its own. A name with a stop within is cut there; nothing is lost. */
export const sentencesOf = (text: string): string[] => text.split(/(?<=[.!?])\s+(?=[\p{Lu}\d])/u).filter(Boolean);
