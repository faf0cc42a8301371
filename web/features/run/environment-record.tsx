import type { Run } from '@/api/types';
import { Chip } from '@/components/chip';
import { HostFactsList } from '../hosts/host-facts';

/** The hosts as they were when the run was made. */
export function EnvironmentRecord({ run }: { run: Run }) {
  return (
    <div className="divide-y divide-line">
      {run.hosts.map((host) => (
        <section key={host.hostId} aria-label={host.name} className="px-4 py-4 sm:px-5">
          <h3 className="mb-3 flex flex-wrap items-center gap-2 text-sm font-semibold">
            {host.name}
            {host.roles.map((role) => (
              <Chip key={role}>{role}</Chip>
            ))}
            <span className="text-xs font-normal text-muted">
              agent {host.agentVersion}, as it was when the run was made
            </span>
          </h3>
          <HostFactsList facts={host.facts} />
        </section>
      ))}
    </div>
  );
}
