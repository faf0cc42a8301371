import { z } from 'zod';
import {
  cpuListText,
  MAX_ADDRESSES_OF_NIC,
  MAX_FACTS,
  MAX_INTERRUPTS_OF_NIC,
  MAX_KINDS,
  MAX_NICS,
  MAX_NUMA_NODES,
  MAX_PORTS,
  text,
  word,
} from './bounds.ts';
import { hostAvailability, hostClosure, hostLabels } from './host-availability.ts';
import { toolAbilities } from './load.ts';
import { cpuList, id, sha256, shortName, timeUs } from './primitives.ts';
import { backendFact, targetFact } from './target.ts';

export const numaNode = z.object({ node: z.int(), cpus: cpuList }).meta({ id: 'NumaNode' });

export const nicInterrupt = z
  .object({
    irq: z.int(),
    name: word,
    affinityCpus: cpuListText,
    effectiveCpus: cpuListText,
  })
  .meta({
    id: 'NicInterrupt',
    description: 'One interrupt line of a NIC and the CPUs that may take it, read, never assumed.',
  });
export type NicInterrupt = z.infer<typeof nicInterrupt>;

export const nic = z
  .object({
    name: word,
    driver: word.nullable(),
    firmware: word.nullable(),
    /** Speed of the link; null where the driver does not tell. */
    speedBitsPerSecond: z.int().nullable(),
    /** What it really carries, as the host's configuration file states it; null where it does not. */
    bandwidthBitsPerSecond: z.int().nullable(),
    mtuBytes: z.int(),
    /** Null where the kernel does not tell. */
    numaNode: z.int().nullable(),
    /** Receive queues. */
    rxQueues: z.int(),
    /** Transmit queues. */
    txQueues: z.int(),
    loopback: z.boolean(),
    /** The default route leads through it. */
    defaultRoute: z.boolean(),
    addresses: z.array(word).max(MAX_ADDRESSES_OF_NIC),
    interrupts: z.array(nicInterrupt).max(MAX_INTERRUPTS_OF_NIC),
  })
  .meta({ id: 'Nic' });

export const toolFact = z
  .object({
    name: word,
    version: word,
    path: text,
    /** Null: the agent is older than this field. */
    abilities: toolAbilities.nullable(),
    /** Of the file at its path. Absent: not read, or the agent is older. */
    sha256: sha256.optional(),
  })
  .meta({ id: 'ToolFact', description: 'A load generator that this host can start.' });
export type ToolFact = z.infer<typeof toolFact>;

/** Linux capabilities that tuning needs, and `services`: that systemd lets the agent stop services. */
export const privilege = z
  .enum(['net-admin', 'dac-override', 'sys-nice', 'sys-resource', 'services'])
  .meta({ id: 'Privilege' });
export type Privilege = z.infer<typeof privilege>;

export const agentUpgrade = z
  .object({
    /** The task that asked for it; empty where nobody did. */
    upgradeId: text,
    /** The agent that was to run. */
    toSha256: text,
    /** `failed`: it never ran. `rolled-back`: it ran, did not get in touch in time, and the one before runs again. */
    result: z.enum(['upgraded', 'rolled-back', 'failed']),
    /** A sentence; null where it went well. */
    why: text.nullable(),
    atUs: timeUs,
  })
  .meta({ id: 'AgentUpgrade' });
export type AgentUpgrade = z.infer<typeof agentUpgrade>;

export const agentUpgrades = z
  .object({
    /** Why it cannot replace its own program; null where it can. */
    refusal: text.nullable(),
    /** How the last one ended; null where there was none since the agent was installed. */
    last: agentUpgrade.nullable(),
  })
  .meta({ id: 'AgentUpgrades' });

export const hostFacts = z
  .object({
    hostName: word,
    cpuModel: word,
    architecture: word,
    /** Logical CPUs online. */
    cpus: z.int().min(1),
    onlineCpus: cpuList,
    /** Physical cores; null where that cannot be read. */
    cores: z.int().nullable(),
    sockets: z.int().nullable(),
    numaNodes: z.array(numaNode).max(MAX_NUMA_NODES),
    memoryBytes: z.int(),
    kernel: word,
    /** Changes with every boot. Hosts with the same one share a machine. */
    bootId: word,
    /** CONFIG_IRQ_TIME_ACCOUNTING: when `no`, softirq time is billed to whichever task ran. */
    softirqAccountedApart: z.enum(['yes', 'no', 'unknown']),
    /** The hypervisor, such as `kvm`; null where none was found. */
    virtualisation: word.nullable(),
    /** The cloud's name of the machine, such as `c8i.32xlarge`; null where it is not known. */
    instanceType: word.nullable(),
    nics: z.array(nic).max(MAX_NICS),
    /** Load generators that are installed. */
    tools: z.array(toolFact).max(MAX_FACTS),
    /** Targets that the host's configuration file names. */
    targets: z.array(targetFact).max(MAX_FACTS),
    /** Ports on which the host's configuration file allows a target that listens already. */
    listeningPorts: z.array(z.int()).max(MAX_PORTS),
    /** Names of secrets that the host's configuration file has, never a value. Absent: the agent is older than this field. */
    secrets: z.array(word).max(MAX_FACTS).optional(),
    /** What its agent can do that older ones cannot: words of `AGENT_SKILLS`, and such as only a later release knows. */
    skills: z.array(word).max(MAX_FACTS).optional(),
    /** Ports for which the file also declares the identity of their targets. Absent: the agent is older. */
    identifiedPorts: z.array(z.int()).max(MAX_PORTS).optional(),
    /** Origins without an agent that the host's configuration file lets it load. Absent: the agent is older than this field. */
    addresses: z.array(text).max(MAX_FACTS).optional(),
    /** Of the agent's own program. Absent: not read, or the agent is older. */
    agentSha256: sha256.optional(),
    /** Whether the agent can replace itself. Absent: the agent is older than this field, and cannot. */
    upgrades: agentUpgrades.optional(),
    /** Services that its agent can start for a run. Absent: the agent is older than this field. */
    backends: z.array(backendFact).max(MAX_KINDS).optional(),
    /** Why what the host's configuration file says now is not in effect. Absent: it is, or the agent is older than this field. */
    configurationFault: text.optional(),
    /** What its agent may do; settings that need another right are reported as not changeable. */
    privileges: z.array(privilege).max(MAX_KINDS),
    /** What could not be read, each with its reason. */
    missing: z.array(text).max(MAX_FACTS),
    /** Known of its instance type, and not read on the host, which is still to come. Absent: read there. */
    expected: z.boolean().optional(),
  })
  .meta({ id: 'HostFacts' });
export type HostFacts = z.infer<typeof hostFacts>;

/**
 * `ready`: takes a run. `busy`: works for one. `dirty`: may not be as it was before a run. `offline`: its agent is not
 * connected. `awaited`: it is being launched, and a run that names it waits for it. `gone`: it was launched, and is
 * terminated. `closed`: works for none, and takes none because it is cordoned or draining.
 */
export const hostStatus = z
  .enum(['ready', 'busy', 'dirty', 'offline', 'awaited', 'gone', 'closed'])
  .meta({ id: 'HostStatus' });
export type HostStatus = z.infer<typeof hostStatus>;

export const host = z
  .object({
    id,
    name: z.string(),
    status: hostStatus,
    /** What was not put back, or not confirmed; null when the host is not dirty. */
    dirtyReason: z.string().nullable(),
    /** The run that holds the host's lease; null when none does. */
    runId: id.nullable(),
    agentVersion: z.string(),
    lastSeenAtUs: timeUs,
    joinedAtUs: timeUs,
    labels: hostLabels,
    availability: hostAvailability,
    /** Absent: it is open. */
    closed: hostClosure.optional(),
    /** Runs that wait for it. */
    queuedRuns: z.int(),
    /** Its agent replaces its program; no run starts until it is back. */
    upgrading: z.literal(true).optional(),
    /** Why another agent with its credential was refused just now, and what to do. Absent: none was. */
    refused: text.optional(),
    /** What its agent found there. */
    facts: hostFacts,
    /** The launch that it belongs to. Absent: somebody enrolled it. */
    launchId: id.optional(),
    /** Another once the facts may be others. */
    factsVersion: word.optional(),
  })
  .meta({ id: 'Host' });
export type Host = z.infer<typeof host>;

/** A host without what its agent found there, which has hundreds of kilobytes on a large one. */
export const hostState = host.omit({ facts: true }).meta({ id: 'HostState' });
export type HostState = z.infer<typeof hostState>;

export const hostStates = z.object({ hosts: z.array(hostState) }).meta({ id: 'HostStates' });

/** What agents become that are upgraded. */
export const programList = z
  .object({
    programs: z
      .array(
        z.object({
          architecture: word,
          /** Null: not built yet, or not there. */
          agentSha256: sha256.nullable(),
        }),
      )
      .max(MAX_KINDS),
  })
  .meta({ id: 'ProgramList' });

/** What is absent stays as it is. */
export const changeHost = z
  .strictObject({
    name: shortName.optional(),
    /** All of its labels, in the place of those there are. */
    labels: hostLabels.optional(),
  })
  .refine((change) => Object.keys(change).length > 0, 'needs a name or labels')
  .meta({ id: 'ChangeHost' });
export type ChangeHost = z.infer<typeof changeHost>;

export const hostList = z.object({ hosts: z.array(host) }).meta({ id: 'HostList' });

export const newJoinToken = z
  .strictObject({
    /** What the host gets when it joins. */
    labels: hostLabels.optional(),
  })
  .meta({ id: 'NewJoinToken' });

export const joinToken = z
  .object({
    /** By which it can be revoked. */
    id,
    /** For `agent --join-token`. It is in this reply only. */
    token: z.string(),
    expiresAtUs: timeUs,
    /** What agents dial. */
    url: z.string(),
    /** For `agent --fingerprint`: SHA-256 of the key of a certificate that no authority vouches for; null where none has to be known. */
    fingerprint: z.string().nullable(),
  })
  .meta({ id: 'JoinToken', description: 'Shown once. Good for one agent.' });
export type JoinToken = z.infer<typeof joinToken>;

export const openJoinToken = z
  .object({
    id,
    createdAtUs: timeUs,
    expiresAtUs: timeUs,
    /** Null: this instance itself, for a launch, by its environment or by its preset administrator token. */
    createdByName: z.string().nullable(),
    /** The launch whose host it admits; null: it admits any host. */
    launchId: id.nullable(),
    /** What the host gets when it joins. */
    labels: hostLabels,
  })
  .meta({ id: 'OpenJoinToken', description: 'A token with which one more agent may join. Its secret is not kept.' });
export type OpenJoinToken = z.infer<typeof openJoinToken>;

export const openJoinTokens = z
  .object({
    /** Neither used, revoked nor expired, the newest first; at most MAX_HOSTS of them. */
    tokens: z.array(openJoinToken),
    /** The environment names a token with which any number of agents may join, for as long as the instance runs. */
    poolIsOpen: z.boolean(),
  })
  .meta({ id: 'OpenJoinTokens' });
export type OpenJoinTokens = z.infer<typeof openJoinTokens>;
