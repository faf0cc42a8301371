'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { get } from '@/api/client';
import { buttonClass } from '@/components/button';
import { Panel } from '@/components/panel';
import { useMay } from '../shell/use-session';

/** The one next step: a host first, then a run. */
export function NoRuns() {
  const hosts = useQuery({ queryKey: ['hosts'], queryFn: ({ signal }) => get('/api/v1/hosts', { signal }) });
  const mayOperate = useMay('operator');
  const noHost = hosts.data?.hosts.length === 0;
  return (
    <Panel>
      <div className="grid max-w-[44rem] gap-3 py-6">
        <h2 className="text-2xl font-semibold tracking-tight">
          {noHost ? 'Enrol a host to measure on' : 'Nothing has been measured yet'}
        </h2>
        <p className="text-muted">
          {noHost
            ? 'A run needs a machine with an agent on it. Enrolling one is a single command to paste.'
            : 'A run starts a real server on a host, drives it with a real load generator, and keeps what both and the kernel counted. The quick look takes about 15 seconds.'}
        </p>
        {mayOperate && (
          <p>
            <Link href={noHost ? '/hosts' : '/runs/new'} className={buttonClass('primary')}>
              {noHost ? 'Go to hosts' : 'New run'}
            </Link>
          </p>
        )}
      </div>
    </Panel>
  );
}
