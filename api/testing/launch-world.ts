import { advanceLaunch } from '../rules/launch/advance-launch.ts';
import type {
  LaunchCall,
  LaunchEvent,
  LaunchMachine,
  LaunchUse,
  SeenInstance,
} from '../rules/launch/launch-machine.ts';

export const MINUTE = 60e6;
export const START = 1_000 * MINUTE;
export const IDLE: LaunchUse = { inUse: false, lastUsedAtUs: null, reservedUntilUs: 0 };
export const USED: LaunchUse = { ...IDLE, inUse: true };

const machineOf = (over: Partial<LaunchMachine> = {}): LaunchMachine => ({
  state: 'requested',
  subnets: [
    { subnetId: 'subnet-a', zone: 'a' },
    { subnetId: 'subnet-b', zone: 'b' },
  ],
  subnetIndex: 0,
  attempt: 0,
  securityGroup: 'wanted',
  securityGroupId: null,
  placementGroup: 'wanted',
  places: [0, 1].map((place) => ({
    place,
    role: place === 0 ? 'server' : 'client',
    instanceType: 'c5.xlarge',
    hostId: `host-${place}`,
    askedAtUs: null,
    instanceId: null,
    launchedAtUs: null,
    joinedAtUs: null,
    endedAtUs: null,
  })),
  microUsdPerHour: { 'c5.xlarge': 600_000 },
  spentMicroUsd: 0,
  readyAtUs: null,
  endedAtUs: null,
  expiresAtUs: START + 60 * MINUTE,
  joinByUs: null,
  keptUntilUs: null,
  keepMinutes: 20,
  budgetMicroUsd: null,
  areEnding: false,
  ending: null,
  failed: false,
  putOff: null,
  retryAtUs: null,
  ...over,
});

/** AWS and the agents, as far as the machine sees them. */
export class World {
  machine: LaunchMachine;
  nowUs = START;
  readonly instances: (SeenInstance & { joined: boolean })[] = [];
  readonly groups = new Set<string>();
  readonly remarks: string[] = [];
  use: LaunchUse = USED;
  /** Instances that AWS leaves out of its answers. */
  readonly hidden = new Set<string>();
  /** Answers a call by a refusal; null: it is done. */
  refuse: (call: LaunchCall) => { code: string; sentence: string } | null = () => null;
  /** The answer to a call is lost, though it was done. */
  lose: (call: LaunchCall) => boolean = () => false;

  constructor(over: Partial<LaunchMachine> = {}) {
    this.machine = machineOf(over);
  }

  send(event: LaunchEvent): LaunchCall[] {
    const { machine, calls, remarks } = advanceLaunch(this.machine, event, this.nowUs);
    this.machine = machine;
    this.remarks.push(...remarks.map(({ code }) => code));
    return calls;
  }

  /** One look, and all calls that follow from it. */
  look(): this {
    const joined = this.instances.flatMap(({ joined, hostId, attempt }) =>
      joined && hostId !== null && attempt === this.machine.attempt ? [{ hostId, atUs: this.nowUs }] : [],
    );
    const instances = this.instances.filter(({ instanceId }) => !this.hidden.has(instanceId));
    let calls = this.send({ kind: 'looked', instances, joined, use: this.use, apiUrl: 'https://192.0.2.1:4000' });
    for (let made = 0; calls[0] && made < 50; made++) {
      const next = this.make(calls[0]);
      if (next === null) return this;
      calls = this.send(next);
    }
    return this;
  }

  /** Null: this process ends here, and another one looks. */
  private make(call: LaunchCall): LaunchEvent | null {
    const failure = this.refuse(call);
    if (failure) return { kind: 'refused', call, failure };
    const id = this.carryOut(call);
    return this.lose(call) ? null : { kind: 'done', call, id };
  }

  private carryOut(call: LaunchCall): string | null {
    switch (call.kind) {
      case 'run-instance': {
        const { attempt } = this.machine;
        const hostId = `host-${call.place}`;
        // The client token: the same call again gives the same instance.
        const known = this.instances.find((one) => one.hostId === hostId && one.attempt === attempt);
        if (known) return known.instanceId;
        const instanceId = `i-${this.instances.length}`;
        this.instances.push({ instanceId, hostId, attempt, state: 'running', reason: '', joined: false });
        return instanceId;
      }
      case 'terminate':
        for (const one of this.instances) if (call.instanceIds.includes(one.instanceId)) one.state = 'ended';
        return null;
      case 'make-security-group':
        this.groups.add('security');
        return 'sg-1';
      case 'make-placement-group':
        this.groups.add(`placement ${this.machine.attempt}`);
        return null;
      case 'delete-security-group':
        this.groups.delete('security');
        return null;
      case 'delete-placement-groups':
        for (const group of this.groups) if (group.startsWith('placement')) this.groups.delete(group);
        return null;
    }
  }

  join(): this {
    for (const one of this.instances) one.joined = one.state === 'running';
    return this.look();
  }

  wait(minutes: number): this {
    this.nowUs += minutes * MINUTE;
    return this;
  }

  get running(): string[] {
    return this.instances.flatMap(({ instanceId, state }) => (state === 'running' ? [instanceId] : []));
  }

  /** What bills, or may again. */
  get left(): string[] {
    return this.instances.flatMap(({ instanceId, state }) => (state === 'ended' ? [] : [instanceId]));
  }
}

export const readyWorld = (over: Partial<LaunchMachine> = {}): World => new World(over).look().join();
