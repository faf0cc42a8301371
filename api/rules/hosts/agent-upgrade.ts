import type { AgentUpgrade, Host } from '../../contract/host.ts';

/** An upgrade that has not ended by then is not waited for any more. Programs are large, and links slow. */
export const UPGRADE_MINUTES = 15;

/** Go's name of what `uname -m` says; null where there is no agent for it. */
export function programArchitecture(architecture: string): 'amd64' | 'arm64' | null {
  if (architecture === 'x86_64') return 'amd64';
  return architecture === 'aarch64' ? 'arm64' : null;
}

export type Upgradable = Pick<Host, 'name' | 'status' | 'runId' | 'dirtyReason' | 'upgrading' | 'facts'>;

/** Why its agent cannot be upgraded now; null when it can. */
export function upgradeFault({ name, status, runId, dirtyReason, upgrading, facts }: Upgradable): string | null {
  const { upgrades } = facts;
  if (!upgrades)
    return `The agent on ${name} is older than upgrades from this page: run the line of Enrol a host there once.`;
  if (upgrades.refusal !== null) return upgrades.refusal;
  if (upgrading) return `The agent on ${name} is being upgraded.`;
  if (status === 'offline') return `The agent on ${name} is not connected: start it first.`;
  if (runId !== null) return `${name} works for a run: upgrade its agent when the run is over.`;
  return dirtyReason === null ? null : `${name} is not as it was before a run: put it back first.`;
}

/** Whether it runs another program than the instance hands out. Either unknown counts as no. */
export const hasOtherProgram = ({ facts }: Pick<Host, 'facts'>, agentSha256: string | null | undefined): boolean =>
  Boolean(agentSha256 && facts.agentSha256 && facts.agentSha256 !== agentSha256);

/** How the last upgrade ended, in a few words, and why. */
export function upgradeTold({ result, why }: AgentUpgrade): { title: string; why: string | null } {
  const title = {
    upgraded: 'Agent upgraded',
    'rolled-back': 'New agent rolled back; the one before runs',
    failed: 'Agent not upgraded; the same one runs',
  }[result];
  return { title, why };
}
