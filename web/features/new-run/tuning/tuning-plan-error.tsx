'use client';

import { ApiError } from '@/api/problem';
import { Button } from '@/ui/button';
import { Notice } from '@/ui/notice';

interface PlanErrorProps {
  label: string;
  /** `offline`: known without asking. */
  error: unknown;
  retry?: () => void;
}

/** Why there is no plan. Only a refusal by the agent itself would also end the run; nothing here keeps it from being sent. */
export function PlanError({ label, error, retry }: PlanErrorProps) {
  const { title, sentence, after } = told(label, error);
  return (
    <Notice
      kind="warn"
      title={title}
      actions={retry && <Button onClick={retry}>{isPlanRefused(error) ? 'Ask again' : 'Retry'}</Button>}
    >
      {sentence && <p className="text-ink">{sentence}</p>}
      <p className="mt-0.5 text-xs">{after}</p>
    </Notice>
  );
}

export const isPlanRefused = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'refused';

const STILL = 'The run needs no plan: the host is asked again when it starts, and the run’s page shows what changed.';

function told(label: string, error: unknown): { title: string; sentence: string; after: string } {
  if (error === 'offline') {
    const sentence = 'The plan appears here once its agent is back.';
    return { title: `${label} is offline`, sentence, after: 'What you asked for is kept.' };
  }
  const sentence = error instanceof Error ? error.message : 'Something unforeseen happened.';
  const { code = '', requestId = null } = error instanceof ApiError ? error : {};
  if (isPlanRefused(error)) {
    const after = 'Its agent would refuse a run with these settings in the same words, before anything is changed.';
    return { title: `${label} cannot be like this`, sentence, after };
  }
  const id = requestId ? ` Request ${requestId}.` : '';
  if (code === 'no-answer') return { title: `${label} did not answer`, sentence, after: STILL };
  if (code === 'host-offline') return { title: `${label} is offline`, sentence, after: STILL };
  return { title: 'The plan could not be had', sentence, after: `${STILL}${id}` };
}
