import type { Command } from '../contract/agent-commands.ts';
import type { LoadResult } from '../contract/agent-reports.ts';
import type { HostFacts } from '../contract/host.ts';
import type { Run } from '../contract/run.ts';
import type { RunSpec } from '../contract/spec.ts';
import { apart, FakeAgent, loadResult, nic, person } from './fake-agent.ts';
import type { TestLab } from './test-lab.ts';

export type Drive = Extract<Command, { type: 'drive-load' }>;

/** Several agents in one network: a server and its clients. */
export class Fleet {
  readonly lab: TestLab;
  readonly server: FakeAgent;
  readonly clients: FakeAgent[];
  private readonly others = new Map<FakeAgent, string>();
  /** The commands each agent got, in order. */
  readonly asked: string[] = [];

  private constructor(lab: TestLab, server: FakeAgent, clients: FakeAgent[]) {
    this.lab = lab;
    this.server = server;
    this.clients = clients;
  }

  /** `cpus`: of each client, in order; `facts`: what else is known of each host. */
  static async join(lab: TestLab, cpus: string[], facts: Partial<HostFacts> = {}): Promise<Fleet> {
    const one = (name: string, host: number, onlineCpus = '0-3') =>
      FakeAgent.join(lab, name, { bootId: name, onlineCpus, nics: [nic('eth0', [`192.0.2.${host}/24`])], ...facts });
    const server = await one('srv', 5);
    const clients: FakeAgent[] = [];
    for (const [i, list] of cpus.entries()) clients.push(await one(`cli-${i + 1}`, 10 + i, list));
    return new Fleet(lab, server, clients);
  }

  /** A host that is neither. */
  async add(name: string, facts: Partial<HostFacts>): Promise<FakeAgent> {
    const agent = await FakeAgent.join(this.lab, name, { bootId: name, ...facts });
    this.others.set(agent, name);
    return agent;
  }

  get agents(): FakeAgent[] {
    return [this.server, ...this.clients, ...this.others.keys()];
  }

  nameOf(agent: FakeAgent): string {
    const other = this.others.get(agent);
    return other ?? (agent === this.server ? 'srv' : `cli-${this.clients.indexOf(agent) + 1}`);
  }

  spec(load: Partial<RunSpec['load']> = {}, clients = this.clients): RunSpec {
    const spec = apart(this.server.hostId, this.server.hostId);
    return { ...spec, clients: clients.map(({ hostId }) => ({ hostId })), load: { ...spec.load, ...load } };
  }

  async post(spec: RunSpec): Promise<string> {
    const { body } = await person(this.lab)<Run & { fields?: unknown }>('POST', '/runs', { name: 'fleet', spec });
    if (!body.id) throw new Error(`the run was refused: ${JSON.stringify(body)}`);
    return body.id;
  }

  async read(id: string): Promise<Run> {
    return (await person(this.lab)<Run>('GET', `/runs/${id}`)).body;
  }

  /** All obey until the run is over, or `act` says so; it answers what it takes by itself. */
  async obey(
    id: string,
    act: (agent: FakeAgent, command: Command) => Promise<'taken' | 'obey' | 'stop'>,
  ): Promise<Run> {
    for (let quiet = 0; quiet < 300; quiet++) {
      for (const agent of this.agents) {
        for (const command of await agent.poll()) {
          quiet = 0;
          this.asked.push(`${this.nameOf(agent)} ${command.type}`);
          const outcome = await act(agent, command);
          if (outcome === 'stop') return this.read(id);
          if (outcome === 'obey') await agent.obey(command);
        }
      }
      if (quiet % 5 === 4 && (await this.read(id)).endedAtUs !== null) return this.read(id);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    throw new Error(`the run goes nowhere in ${(await this.read(id)).state}`);
  }
}

/** What a tool says of its share: so many requests per second for each connection, from the agreed start on. */
export function driven(command: Drive, perConnection: number, over: Partial<LoadResult> = {}): LoadResult {
  const connections = command.share.connections ?? 0;
  const requestsPerSecond = connections * perConnection;
  const startedAtUs = command.startAtUs ?? Date.now() * 1000;
  const durationUs = command.durationSeconds * 1e6;
  return loadResult(startedAtUs, {
    endedAtUs: startedAtUs + durationUs,
    durationUs,
    requestsPerSecond,
    requests: requestsPerSecond * command.durationSeconds,
    connectionsEstablished: connections,
    ...over,
  });
}
