import type { DescribedHost } from '@contract/imported';
import type { Run, RunHost } from '@contract/run';
import { isTerminal } from '@rules/run/run-machine';
import { formatBitsPerSecond, formatMemory, plural } from '@rules/words/numbers';
import { FactRow, HostFactsList } from '@/features/hosts/host-facts';
import { Chip } from '@/ui/chip';

/** The hosts as they were when the run was made; of an imported run, as its source describes them. */
export function EnvironmentRecord({ run }: { run: Run }) {
  if (run.hosts.length === 0)
    return <p className="px-4 py-4 text-sm text-muted sm:px-5">The source of this run describes no machine.</p>;
  return (
    <div className="divide-y divide-line">
      {run.hosts.map((host) => (
        <section key={host.hostId} aria-label={host.name} className="px-4 py-4 sm:px-5">
          <h3 className="mb-3 flex flex-wrap items-center gap-2 text-sm font-semibold">
            {host.name}
            {host.roles.map((role) => (
              <Chip key={role}>{role}</Chip>
            ))}
            <span className="text-xs font-normal text-muted">{sourceText(host, isTerminal(run.state))}</span>
          </h3>
          {host.facts ? <HostFactsList facts={host.facts} /> : <Described host={host.described} />}
        </section>
      ))}
    </div>
  );
}

/** Who tells of the host. */
function sourceText({ agentVersion, facts }: RunHost, isOver: boolean): string {
  if (agentVersion === null) return 'as the source of this run describes it';
  if (facts?.expected) return `as AWS describes its type: the host ${isOver ? 'never joined' : 'has yet to join'}`;
  return `agent ${agentVersion}, as it was when the run was made`;
}

function Described({ host }: { host: DescribedHost | null }) {
  const told = host ? describedFacts(host) : [];
  if (told.length === 0) return <p className="text-sm text-muted">Nothing is said of this machine beyond its part.</p>;
  return (
    <dl className="grid gap-2">
      {told.map(([name, text]) => (
        <FactRow key={name} name={name}>
          {text}
        </FactRow>
      ))}
    </dl>
  );
}

function describedFacts({
  instanceType,
  cpuModel,
  cpus,
  memoryBytes,
  kernel,
  nics,
}: DescribedHost): [string, string][] {
  const cpu = [cpuModel, cpus !== null && plural(cpus, 'CPU')].filter(Boolean).join(', ');
  const told: [string, string | null][] = [
    ['Machine', instanceType],
    ['CPU', cpu],
    ['Memory', memoryBytes === null ? null : formatMemory(memoryBytes)],
    ['Kernel', kernel],
    ...nics.map((nic): [string, string] => ['NIC', nicText(nic)]),
  ];
  return told.flatMap(([name, text]): [string, string][] => (text ? [[name, text]] : []));
}

function nicText({ name, speedBitsPerSecond, queues }: DescribedHost['nics'][number]): string {
  const told = [
    name,
    speedBitsPerSecond === null ? 'speed not stated' : formatBitsPerSecond(speedBitsPerSecond),
    queues !== null && plural(queues, 'queue'),
  ];
  return told.filter(Boolean).join(', ');
}
