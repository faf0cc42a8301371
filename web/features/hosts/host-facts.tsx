import type { HostFacts } from '@contract/host';
import type { ReactNode } from 'react';
import { HashText } from '@/ui/hash-text';
import { Label } from '@/ui/term';
import { cpuText, memoryText, nicText } from './fact-words';

export const SOFTIRQ_SENTENCE: Record<HostFacts['softirqAccountedApart'], string> = {
  yes: 'Softirq time is accounted apart: what a process is billed is its own.',
  no: 'Softirq time is billed to whichever task ran: CPU figures of processes include network work that is not theirs.',
  unknown:
    'Whether softirq time is accounted apart could not be read: CPU figures of processes may include network work.',
};

export function FactRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-3 sm:grid-cols-[8.5rem_minmax(0,1fr)] sm:gap-x-4">
      <dt className="text-xs leading-5 text-muted">
        <Label text={name} />
      </dt>
      <dd className="min-w-0 break-words text-sm">{children}</dd>
    </div>
  );
}

/** Of a host that no agent has read: what its instance type tells, and no more. */
const ExpectedFacts = ({ facts }: { facts: HostFacts }) => (
  <dl className="grid gap-2">
    {facts.instanceType && <FactRow name="Machine">{facts.instanceType}</FactRow>}
    <FactRow name="CPU">
      {cpuText(facts)} <span className="text-muted">{facts.architecture}</span>
    </FactRow>
    <FactRow name="Memory">{memoryText(facts)}</FactRow>
    <FactRow name="All else">
      <span className="text-muted">not known: no agent has read it on this host</span>
    </FactRow>
  </dl>
);

/** Two columns of what the agent read on the host. */
export function HostFactsList({ facts, told }: { facts: HostFacts; told?: string | undefined }) {
  if (facts.expected) return <ExpectedFacts facts={facts} />;
  const missing = facts.missing.filter((sentence) => sentence !== told);
  const nics = facts.nics.filter((nic) => !nic.loopback);
  return (
    <div className="grid gap-x-10 gap-y-2 lg:grid-cols-2">
      <dl className="grid content-start gap-2">
        <FactRow name="CPU">
          {facts.cpuModel || 'model not read'} <span className="text-muted">{facts.architecture}</span>
          <div className="text-muted">
            {cpuText(facts)} · online <span className="font-mono text-xs">{facts.onlineCpus}</span>
          </div>
        </FactRow>
        <FactRow name="Memory">{memoryText(facts)}</FactRow>
        <FactRow name="Machine">
          {[facts.hostName, facts.instanceType, facts.virtualisation ?? 'bare metal or not known']
            .filter(Boolean)
            .join(' · ')}
        </FactRow>
        <FactRow name="Kernel">
          <span className="font-mono text-xs">{facts.kernel}</span>
        </FactRow>
      </dl>
      <dl className="grid content-start gap-2">
        <FactRow name="Load generators">
          {facts.tools.length === 0 ? 'none found' : <ToolList tools={facts.tools} />}
        </FactRow>
        {(facts.targets.length > 0 || facts.listeningPorts.length > 0) && (
          <FactRow name="Own targets">
            {facts.targets.map(({ name }) => name).join(', ')}
            {facts.listeningPorts.length > 0 && (
              <div className="text-muted">
                what listens on {facts.listeningPorts.length === 1 ? 'port' : 'ports'} {facts.listeningPorts.join(', ')}
              </div>
            )}
          </FactRow>
        )}
        <FactRow name={nics.length > 1 ? 'NICs' : 'NIC'}>
          {nics.length === 0 && 'loopback only'}
          {nics.map((nic) => (
            <div key={nic.name}>
              <span className="font-mono text-xs">{nic.name}</span> <span className="text-muted">{nicText(nic)}</span>
            </div>
          ))}
        </FactRow>
        {facts.agentSha256 && (
          <FactRow name="Agent program">
            <HashText hash={facts.agentSha256} of="the agent" />
          </FactRow>
        )}
        <FactRow name="Softirq">{SOFTIRQ_SENTENCE[facts.softirqAccountedApart]}</FactRow>
        {missing.length > 0 && (
          <FactRow name="Not readable">
            <ul className="text-muted">
              {missing.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </FactRow>
        )}
      </dl>
    </div>
  );
}

function ToolList({ tools }: { tools: HostFacts['tools'] }) {
  return (
    <ul className="flex flex-wrap gap-x-4">
      {tools.map((tool) => (
        <li key={tool.path} title={tool.path}>
          {tool.name} <span className="text-muted">{tool.version}</span>{' '}
          {tool.sha256 && <HashText hash={tool.sha256} of={tool.name} />}
        </li>
      ))}
    </ul>
  );
}
