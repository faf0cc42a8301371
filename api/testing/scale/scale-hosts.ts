import { randomUUID } from 'node:crypto';
import { beginIncarnation } from '../../agents/store/agents.ts';
import type { HostFacts } from '../../contract/host.ts';
import { createHostWithAgent } from '../../hosts/store/hosts.ts';
import type { Db } from '../../platform/store/db.ts';
import { hashSecret, newId, newSecret } from '../../platform/store/ids.ts';
import { FACTS, nic } from '../fake-agent.ts';

export interface EnrolledHost {
  hostId: string;
  incarnationId: string;
  name: string;
  facts: HostFacts;
}

const SPEED = 25e9;
/** Since their agents were heard: none of them takes a run. */
const SILENT_US = 300e6;

/** Hosts whose agents are not there any more: nobody has their credentials. */
export async function enrolHost(
  db: Db,
  name: string,
  cpus: number,
  nowUs: number,
  over: Partial<HostFacts> = {},
): Promise<EnrolledHost> {
  const online = cpus === 1 ? '0' : `0-${cpus - 1}`;
  const facts: HostFacts = {
    ...FACTS,
    ...{ hostName: name, cpus, onlineCpus: online, cores: Math.ceil(cpus / 2), memoryBytes: cpus * 2e9 },
    numaNodes: [{ node: 0, cpus: online }],
    bootId: randomUUID(),
    nics: [nic('eth0', [`192.0.2.${10 + (cpus % 200)}/24`], { speedBitsPerSecond: SPEED, defaultRoute: true })],
    ...over,
  };
  const [hostId, agentId, incarnationId] = [newId(), newId(), randomUUID()];
  const credentialHash = hashSecret(newSecret('mrpsagent'));
  const version = '0.1.0';
  const seenAtUs = nowUs - SILENT_US;
  await createHostWithAgent(db, { hostId, agentId, name, labels: [], facts, version, credentialHash, nowUs: seenAtUs });
  const { bootId } = facts;
  await beginIncarnation(db, {
    agentId,
    hostId,
    incarnationId,
    bootId,
    startedAtUs: seenAtUs,
    version,
    facts,
    nowUs: seenAtUs,
  });
  return { hostId, incarnationId, name, facts };
}
