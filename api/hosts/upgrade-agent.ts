import type { Host } from '../contract/host.ts';
import { awaitPrograms } from '../enrol/await-programs.ts';
import { ARCHITECTURES, type Program, type ProgramFile } from '../enrol/programs.ts';
import { AppError } from '../platform/app-error.ts';
import type { Lab } from '../platform/lab.ts';
import { newId } from '../platform/store/ids.ts';
import { programArchitecture, upgradeFault } from '../rules/hosts/agent-upgrade.ts';
import { askHost } from './ask-host.ts';
import { getHost, listHosts } from './hosts.ts';
import { beginUpgrade, endUpgrade } from './store/agent-upgrades.ts';

/** A build of programs that is nearly done is waited for. */
const BUILD_WAIT_MS = 8000;

/**
 * Has the agent of a host replace itself by the program that this instance hands out. No run starts there until it is back. How it
 * ends is in the facts of a later hello. Throws conflict where that cannot be, and what askHost throws.
 */
export async function upgradeAgent(lab: Lab, hostId: string, closed: AbortSignal): Promise<Host> {
  const { db } = lab.database;
  const host = await getHost(lab, hostId);
  const fault = upgradeFault(host);
  if (fault) throw new AppError('conflict', fault);
  const { agent, server } = await programsFor(lab, host);
  const taskId = newId();
  await beginUpgrade(db, hostId, taskId, lab.nowUs());
  try {
    // A run may have begun between: from now on none does.
    const { runId } = await getHost(lab, hostId);
    if (runId !== null) throw new AppError('conflict', upgradeFault({ ...host, runId }) ?? '');
    const sums = { agentSha256: agent.sha256, serverSha256: server.sha256 };
    await askHost(lab, hostId, { type: 'upgrade', ...sums }, closed, taskId);
  } catch (error) {
    await endUpgrade(db, hostId, taskId);
    throw error;
  }
  return getHost(lab, hostId);
}

/** What agents of each architecture would become. Only those are looked at that a host can be upgraded to. */
export async function listPrograms(lab: Lab): Promise<{ architecture: string; agentSha256: string | null }[]> {
  const hosts = await listHosts(lab);
  const wanted = new Set(
    hosts
      .filter(({ facts }) => facts.upgrades?.refusal === null)
      .map(({ facts }) => programArchitecture(facts.architecture)),
  );
  const listed = ARCHITECTURES.filter((architecture) => wanted.has(architecture)).map(async (architecture) => {
    const programs = await lab.programs.of(architecture).known();
    return { architecture, agentSha256: programs?.agent.sha256 ?? null };
  });
  return Promise.all(listed);
}

async function programsFor(lab: Lab, { name, facts }: Host): Promise<Record<Program, ProgramFile>> {
  const architecture = programArchitecture(facts.architecture);
  if (architecture === null)
    throw new AppError('conflict', `There is no agent for ${facts.architecture}, as ${name} is.`);
  return awaitPrograms(lab.programs.of(architecture), BUILD_WAIT_MS);
}
