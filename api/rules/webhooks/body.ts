import type { WebhookTemplate } from '../../contract/choices.ts';
import { MAX_TOLD_CHARACTERS } from '../../contract/limits.ts';

export interface ToldEvent {
  type: string;
  atUs: number;
  data: { sentence: string; link: string };
}

/** What is sent: as Standard Webhooks says, or the text of a message with a link. */
export function bodyOf(template: WebhookTemplate, { type, atUs, data }: ToldEvent): string {
  const { sentence, link } = data;
  switch (template) {
    case 'standard':
      return JSON.stringify({ type, timestamp: new Date(atUs / 1000).toISOString(), data });
    case 'slack':
      return JSON.stringify({ text: `${forSlack(sentence)} <${link}|Open>` });
    case 'mattermost':
      return JSON.stringify({ text: `${forMattermost(sentence)} [Open](${link})` });
  }
}

/** These three begin mentions and links there, and names of runs come from anybody. */
const forSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Marks of Markdown lose their meaning, and an @ calls nobody. */
const forMattermost = (text: string): string =>
  text.replace(/[\\`*_{}[\]()#~|<>]/g, (mark) => `\\${mark}`).replaceAll('@', '@\u200b');

/** So that a body stays thin. No half of a character is left at its end. */
export const thin = (sentence: string): string =>
  sentence.length <= MAX_TOLD_CHARACTERS
    ? sentence
    : `${sentence.slice(0, MAX_TOLD_CHARACTERS - 1).replace(/[\ud800-\udbff]$/, '')}…`;
