import { AGENT_SKILLS } from '../../contract/choices.ts';
import type { HostFacts, Privilege } from '../../contract/host.ts';
import type { LaunchSpec } from '../../contract/launch.ts';
import { TOOLS } from '../../contract/tools.ts';

/** What AWS tells of an instance type. */
export interface TypeFacts {
  vcpus: number;
  cores: number | null;
  memoryBytes: number;
  architecture: 'x86_64' | 'arm64';
  clusterPlacement: boolean;
  spot: boolean;
}

const AS_ROOT: Privilege[] = ['net-admin', 'dac-override', 'sys-nice', 'sys-resource', 'services'];

/**
 * Facts of a host that is to come, as far as its type tells them. An agent of this release runs there as root, with its own
 * load generator. What nobody can know before is empty, and is checked when the host is there.
 */
export function expectedFacts(
  instanceType: string,
  hostName: string,
  type: TypeFacts,
  image: LaunchSpec['image'],
): HostFacts {
  const cpus = type.vcpus === 1 ? '0' : `0-${type.vcpus - 1}`;
  return {
    hostName,
    cpuModel: 'not known yet',
    architecture: type.architecture === 'arm64' ? 'aarch64' : 'x86_64',
    cpus: type.vcpus,
    onlineCpus: cpus,
    cores: type.cores,
    sockets: null,
    numaNodes: [],
    memoryBytes: type.memoryBytes,
    kernel: 'not known yet',
    bootId: '',
    softirqAccountedApart: 'unknown',
    virtualisation: null,
    instanceType,
    nics: [],
    tools: toolsOf(image).map((name) => ({ name, version: '', path: '', abilities: null })),
    targets: [],
    listeningPorts: [],
    skills: [...AGENT_SKILLS],
    privileges: AS_ROOT,
    missing: [],
    expected: true,
  };
}

/** The agent brings volley. An image of a person's own may have any other tool. */
const toolsOf = ({ kind }: LaunchSpec['image']): string[] => (kind === 'ami' ? Object.keys(TOOLS) : ['volley']);
