import type { AnswerKind } from '@rules/outcomes/answer';

export const KIND_INKS: Record<AnswerKind, string> = {
  better: 'var(--ok)',
  worse: 'var(--bad)',
  same: 'var(--text)',
  unclear: 'var(--muted)',
};
