'use client';

import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useRef } from 'react';
import { post } from '@/api/client';
import type { CreateRun } from '@/api/types';
import { forgetDraft } from './draft-storage';

/** crypto.randomUUID exists in secure contexts only; a lab's server on plain HTTP is none. */
function freshKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * One Idempotency-Key for what is asked: pressing Run again after the answer got lost finds the same run, asking for
 * something else starts another.
 */
export function useCreateRun() {
  const router = useRouter();
  const attempt = useRef({ body: '', key: '' });
  return useMutation({
    mutationFn: (run: CreateRun) => {
      const body = JSON.stringify(run);
      if (attempt.current.body !== body) attempt.current = { body, key: freshKey() };
      return post('/api/v1/runs', run, { headers: { 'idempotency-key': attempt.current.key } });
    },
    onSuccess: (run, { basedOnRunId }) => {
      forgetDraft(basedOnRunId ?? null);
      // The form goes away with the button that has the focus; the landmark stays, and the run appears in it.
      document.getElementById('main')?.focus({ preventScroll: true });
      router.push(`/runs/${run.id}`);
    },
  });
}
