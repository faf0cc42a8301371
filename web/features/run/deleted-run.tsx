'use client';

import Link from 'next/link';
import type { ApiError } from '@/api/problem';
import { buttonClass } from '@/ui/button';
import { BringBackButton } from '../runs/bring-back-button';

/** A run that was deleted and can still be brought back. */
export function DeletedRun({ id, error }: { id: string; error: ApiError }) {
  return (
    <div className="grid max-w-[34rem] gap-3 py-10">
      <h1 className="text-2xl font-semibold tracking-tight">This run was deleted</h1>
      <p className="text-muted">{error.detail}</p>
      <p className="flex flex-wrap gap-2">
        <BringBackButton runIds={[id]} />
        <Link href="/" className={buttonClass()}>
          All runs
        </Link>
      </p>
    </div>
  );
}
