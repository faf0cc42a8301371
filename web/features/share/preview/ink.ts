import type { AnswerKind } from '@rules/outcomes/answer';

/** Colours of the dark theme: a picture has no style sheet. */
export const INK = {
  ground: '#0c0e11',
  panel: '#12151a',
  line: '#323a46',
  shade: '#1e232b',
  text: '#e7eaee',
  muted: '#98a2b0',
  accent: '#4cc2ff',
  ok: '#5bd6a0',
  warn: '#f2b84b',
  bad: '#ff6b6b',
};

export const ANSWER_INKS: Record<AnswerKind, string> = {
  better: INK.ok,
  worse: INK.bad,
  same: INK.text,
  unclear: INK.warn,
};
