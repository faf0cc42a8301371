'use client';

import type { Host } from '@contract/host';
import Link from 'next/link';
import { When } from '@/ui/when';
import { HostActions } from './host-actions';
import { HostFactsList } from './host-facts';
import { HostNotices } from './host-notices';
import { HostStatusChip } from './host-status';
import { privilegeTold } from './privilege-words';

export function HostPanel({ host }: { host: Host }) {
  const privileges = privilegeTold(host.facts.privileges);
  return (
    <section aria-labelledby={`host-${host.id}`} className="min-w-0 rounded-panel border border-line bg-panel">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-3 sm:px-5">
        <h2 id={`host-${host.id}`} className="min-w-0 break-words font-semibold">
          <Link href={`/hosts/${host.id}`} className="underline-offset-2 hover:text-accent hover:underline">
            {host.name}
          </Link>
        </h2>
        <HostStatusChip status={host.status} />
        <span className="text-xs text-muted" title={privileges.sentence}>
          {privileges.short}
        </span>
        {host.runId && (
          <Link href={`/runs/${host.runId}`} className="text-sm text-accent underline-offset-2 hover:underline">
            its run
          </Link>
        )}
        <div className="ml-auto sm:order-last sm:ml-0">
          <HostActions host={host} />
        </div>
        <p className="text-xs text-muted sm:ml-auto">
          agent {host.agentVersion} · heard from <When atUs={host.lastSeenAtUs} /> · enrolled{' '}
          <When atUs={host.joinedAtUs} />
        </p>
      </div>
      <div className="grid gap-4 px-4 py-4 sm:px-5">
        <HostNotices host={host} />
        <HostFactsList facts={host.facts} />
      </div>
    </section>
  );
}
