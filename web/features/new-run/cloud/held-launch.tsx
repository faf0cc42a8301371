'use client';

import { isComing } from '@rules/launch/launch-machine';
import { launchTitle } from '@rules/launch/launch-words';
import Link from 'next/link';
import { useLaunch } from '@/features/cloud/launches-query';
import { Notice } from '@/ui/notice';
import { Until } from '@/ui/when';

/** Hosts that are there, though what they were launched for was refused. */
export function HeldLaunch({ id }: { id: string }) {
  const { data: launch } = useLaunch(id);
  if (launch && !isComing(launch.state)) return null;
  return (
    <Notice kind="warn" title="Its EC2 hosts were launched, and cost money">
      <p>
        If you do not run again, end them on the page of their launch:{' '}
        <Link href={`/cloud/${id}`} className="hit text-accent underline-offset-2 hover:underline">
          {launch ? launchTitle(launch.spec) : id}
        </Link>
      </p>
      {launch && (
        <p>
          Their TTL ends <Until atUs={launch.expiresAtUs} />.
        </p>
      )}
    </Notice>
  );
}
