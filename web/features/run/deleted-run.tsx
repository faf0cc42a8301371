'use client';

import Link from 'next/link';
import type { ApiError } from '@/api/problem';
import { Button, buttonClass } from '@/components/button';
import { useBringBack } from '../runs/run-changes';
import { useMay } from '../shell/use-session';

/** A run that was deleted and can still be brought back. */
export function DeletedRun({ id, error }: { id: string; error: ApiError }) {
  const mayOperate = useMay('operator');
  const bringBack = useBringBack();
  return (
    <div className="grid max-w-[34rem] gap-3 py-10">
      <h1 className="text-2xl font-semibold tracking-tight">This run was deleted</h1>
      <p className="text-muted">{error.detail}</p>
      <p className="flex flex-wrap gap-2">
        {mayOperate && (
          <Button
            look="primary"
            disabled={bringBack.isPending}
            onClick={() => bringBack.mutate([{ id, name: 'The run' }])}
          >
            {bringBack.isPending ? 'Bringing back …' : 'Bring back'}
          </Button>
        )}
        <Link href="/" className={buttonClass()}>
          All runs
        </Link>
      </p>
    </div>
  );
}
