import { describe, expect, it } from 'vitest';
import { LAUNCH_STATES } from '../../contract/choices.ts';
import { IDLE, MINUTE, readyWorld, START, USED, World } from '../../testing/launch-world.ts';
import { randomOf } from '../statistics/seeded-random.ts';
import { JOIN_MINUTES } from './advance-launch.ts';
import { isLive } from './launch-machine.ts';

const CAPACITY = { code: 'capacity', sentence: 'None there.' };

describe('a launch', () => {
  it('makes its groups, then each instance, and waits for the agents', () => {
    const world = new World().look();
    expect(world.machine).toMatchObject({
      state: 'joining',
      securityGroupId: 'sg-1',
      joinByUs: START + JOIN_MINUTES * MINUTE,
    });
    expect(world.running).toEqual(['i-0', 'i-1']);
    expect([...world.groups]).toEqual(['security', 'placement 0']);
    expect(world.join().machine.state).toBe('ready');
  });

  it('ends, when a person says so, after all that it made is gone', () => {
    const world = readyWorld();
    world.send({ kind: 'end', failure: { code: 'ended', sentence: 'Ended by Ann.' } });
    world.look();
    expect(world.machine.state).toBe('releasing');
    for (let looks = 0; looks < 3; looks++) world.wait(1).look();
    expect(world.machine).toMatchObject({ state: 'released', ending: { code: 'ended' } });
    expect([world.running, [...world.groups]]).toEqual([[], []]);
  });

  it('waits for instances that are still ending before it deletes their groups', () => {
    const world = readyWorld();
    world.send({ kind: 'end', failure: { code: 'ended', sentence: 'Ended.' } });
    for (const one of world.instances) one.state = 'ending';
    expect(world.wait(1).look().machine.state).toBe('releasing');
    expect(world.groups.size).toBe(2);
    for (const one of world.instances) one.state = 'ended';
    expect(world.wait(1).look().machine.state).toBe('released');
  });
});

describe('after a crash', () => {
  it.each(['make-security-group', 'make-placement-group', 'run-instance'] as const)(
    'between %s and its answer nothing is made twice',
    (kind) => {
      const world = new World();
      let lost = 0;
      world.lose = (call) => call.kind === kind && lost++ === 0;
      for (let looks = 0; looks < 4; looks++) world.wait(0.1).look();
      expect(world.machine.state).toBe('joining');
      expect(world.running).toEqual(['i-0', 'i-1']);
    },
  );

  it('an instance whose answer was lost is waited for, and ended, before the launch is over', () => {
    const world = new World();
    world.lose = ({ kind }) => kind === 'run-instance';
    world.look();
    const [hidden] = world.instances.splice(0);
    world.send({ kind: 'end', failure: { code: 'ended', sentence: 'Ended.' } });
    world.wait(0.5).look();
    expect(world.machine.state).toBe('releasing');
    if (hidden) world.instances.push(hidden);
    world.lose = () => false;
    for (let looks = 0; looks < 4; looks++) world.wait(0.2).look();
    expect([world.machine.state, world.running]).toEqual(['released', []]);
  });

  it('a second instance of one place is ended', () => {
    const world = new World().look();
    world.instances.push({
      instanceId: 'i-9',
      hostId: 'host-0',
      attempt: 0,
      state: 'running',
      reason: '',
      joined: false,
    });
    world.wait(0.1).look();
    expect(world.running).toEqual(['i-0', 'i-1']);
  });
});

describe('a refusal', () => {
  it('of capacity has the next subnet tried, with all instances anew', () => {
    const world = new World();
    world.refuse = (call) =>
      call.kind === 'run-instance' && call.place === 1 && world.machine.attempt === 0 ? CAPACITY : null;
    world.look().wait(0.1).look();
    expect(world.machine).toMatchObject({ state: 'joining', subnetIndex: 1, attempt: 1 });
    expect(world.remarks).toEqual(['capacity']);
    expect(world.running).toEqual(['i-1', 'i-2']);
    // A minute of the one that was of no use was paid for.
    expect(world.machine.spentMicroUsd).toBe(10_000);
  });

  it('of capacity everywhere fails the launch', () => {
    const world = new World();
    world.refuse = ({ kind }) => (kind === 'run-instance' ? CAPACITY : null);
    world.look().wait(1).look().wait(1).look();
    expect(world.machine).toMatchObject({ state: 'failed', ending: CAPACITY });
    expect(world.groups.size).toBe(0);
  });

  it('by throttling is tried later, ever more seldom, and given up after ten minutes', () => {
    const world = new World();
    world.refuse = ({ kind }) => (kind === 'run-instance' ? { code: 'throttled', sentence: 'Slower.' } : null);
    world.look();
    const first = world.machine.retryAtUs ?? 0;
    expect(first - world.nowUs).toBe(2e6);
    expect(world.look().machine.retryAtUs).toBe(first);
    for (let minutes = 0; minutes < 12 && world.machine.state === 'launching'; minutes++) world.wait(1).look();
    expect(world.machine.ending?.sentence).toMatch(/^Given up after/);
    expect(world.remarks).toEqual(['throttled']);
  });

  it('of termination never ends a launch whose instances still run', () => {
    const world = readyWorld();
    world.refuse = ({ kind }) => (kind === 'terminate' ? { code: 'unauthorised', sentence: 'No.' } : null);
    world.send({ kind: 'end', failure: { code: 'ended', sentence: 'Ended.' } });
    for (let minutes = 0; minutes < 30; minutes++) world.wait(1).look();
    expect(world.machine.state).toBe('releasing');
    expect(world.remarks).toEqual(['unauthorised']);
    world.refuse = () => null;
    for (let minutes = 0; minutes < 4; minutes++) world.wait(1).look();
    expect([world.machine.state, world.running]).toEqual(['released', []]);
  });
});

describe('a security group that is not shown yet', () => {
  const NOT_SHOWN = { code: 'not-shown', sentence: 'Not yet.' };

  it.each(['make-security-group', 'run-instance'] as const)('is looked for again at %s', (kind) => {
    const world = new World();
    let refusals = 0;
    world.refuse = (call) => (call.kind === kind && refusals++ < 2 ? NOT_SHOWN : null);
    for (let looks = 0; looks < 4; looks++) world.wait(0.2).look();
    expect(world.machine).toMatchObject({ state: 'joining', attempt: 0 });
  });

  it('fails the launch at once where a person named it', () => {
    const world = new World({ securityGroup: 'none', securityGroupId: 'sg-named', placementGroup: 'none' });
    world.refuse = ({ kind }) => (kind === 'run-instance' ? NOT_SHOWN : null);
    expect(world.look().machine).toMatchObject({ state: 'releasing', failed: true, ending: NOT_SHOWN });
  });
});

describe('bounds', () => {
  it('fail a launch whose agents do not join in time', () => {
    const world = new World().look();
    if (world.instances[0]) world.instances[0].joined = true;
    world.wait(JOIN_MINUTES).look();
    expect(world.machine).toMatchObject({ state: 'releasing', failed: true, ending: { code: 'not-joined' } });
    expect(world.machine.ending?.sentence).toContain(
      '1 host of 2 did not join at https://192.0.2.1:4000 within 10 min.',
    );
    const missing = world.machine.places.find(({ joinedAtUs }) => joinedAtUs === null);
    expect(missing?.instanceId).toBeTruthy();
    expect(world.machine.ending?.sentence).toContain(`get-console-output --instance-id ${missing?.instanceId} `);
  });

  it.each([
    ['in use', USED, 'ttl-over', true],
    ['idle', { ...IDLE, reservedUntilUs: START + 90 * MINUTE }, undefined, false],
  ] as const)('end it with its TTL, %s', (_, use, code, failed) => {
    const world = readyWorld({ keepMinutes: 90 });
    world.use = use;
    world.wait(60).look();
    expect(world.machine).toMatchObject({ state: 'releasing', failed });
    expect(world.machine.ending?.code).toBe(code);
  });

  it('end it when it has cost its budget', () => {
    const world = readyWorld({ budgetMicroUsd: 300_000 });
    expect(world.wait(14).look().machine.state).toBe('ready');
    expect(world.wait(1).look().machine).toMatchObject({ state: 'releasing', ending: { code: 'budget-over' } });
  });

  it('keep it from when it was ready where a run ended before, while it waited', () => {
    const world = new World({ keepMinutes: 2 }).look();
    world.use = { ...IDLE, lastUsedAtUs: world.nowUs };
    world.wait(3).join();
    expect(world.machine).toMatchObject({ state: 'ready', keptUntilUs: world.nowUs + 2 * MINUTE });
  });

  it('keep it after its last run, and not a second longer', () => {
    const world = readyWorld();
    expect(world.wait(30).look().machine.keptUntilUs).toBeNull();
    world.use = { ...IDLE, lastUsedAtUs: world.nowUs };
    expect(world.look().machine.keptUntilUs).toBe(world.nowUs + 20 * MINUTE);
    expect(world.wait(19).look().machine.state).toBe('ready');
    expect(world.wait(1).look().machine).toMatchObject({ state: 'releasing', ending: null, failed: false });
  });
});

describe('an instance that ended from outside', () => {
  it.each([
    ['Server.SpotInstanceTermination: Spot instance termination', 'spot-interrupted'],
    ['Client.InstanceInitiatedShutdown: Instance initiated shutdown', 'instance-ended'],
    ['', 'instance-ended'],
  ])('fails a launch that was ready: %s', (reason, code) => {
    const world = readyWorld();
    Object.assign(world.instances[0] ?? {}, { state: 'ended', reason });
    world.wait(1).look();
    expect(world.machine).toMatchObject({ state: 'releasing', failed: true, ending: { code } });
    world.wait(1).look();
    expect(world.running).toEqual([]);
  });

  it('for lack of capacity, before it was ready, has the next subnet tried', () => {
    const world = new World().look();
    Object.assign(world.instances[0] ?? {}, { state: 'ended', reason: 'Server.InsufficientInstanceCapacity: none' });
    world.wait(0.1).look().wait(0.1).look();
    expect(world.machine).toMatchObject({ state: 'joining', attempt: 1 });
    expect(world.running).toHaveLength(2);
  });
});

describe('an instance that is not plainly alive', () => {
  it.each(['stopping', 'stopped'] as const)('is terminated when it is %s, before the launch is over', (state) => {
    const world = readyWorld();
    Object.assign(world.instances[0] ?? {}, { state });
    world.wait(1).look();
    expect(world.machine).toMatchObject({ state: 'releasing', failed: true });
    for (let looks = 0; looks < 3; looks++) world.wait(1).look();
    expect([world.machine.state, world.left]).toEqual(['failed', []]);
  });

  it('is waited for when one look does not show it', () => {
    const world = readyWorld().wait(5).look();
    world.hidden.add('i-0');
    expect(world.look().machine.state).toBe('ready');
    world.hidden.clear();
    expect(world.wait(2).look().machine.state).toBe('ready');
    world.hidden.add('i-0');
    expect(world.look().machine.state).toBe('ready');
  });

  it('is terminated, when no look shows it for a minute, before it is taken for ended', () => {
    const world = readyWorld().wait(5);
    world.hidden.add('i-0');
    world.look().wait(1).look();
    expect(world.machine).toMatchObject({ state: 'releasing', failed: true, ending: { code: 'instance-ended' } });
    for (let looks = 0; looks < 3; looks++) world.wait(1).look();
    expect([world.machine.state, world.left]).toEqual(['failed', []]);
  });

  it('is terminated when it is shown again while the launch ends', () => {
    const world = readyWorld().wait(5);
    world.hidden.add('i-0');
    let ends = 0;
    world.refuse = ({ kind }) =>
      kind === 'terminate' && ends++ < 2 ? { code: 'throttled', sentence: 'Slower.' } : null;
    world.look().wait(1).look().wait(1).look();
    world.hidden.clear();
    for (let looks = 0; looks < 3; looks++) world.wait(1).look();
    expect([world.machine.state, world.left]).toEqual(['failed', []]);
  });
});

describe('what a refused call may have launched', () => {
  it.each([
    ['in one subnet', 'unauthorised', { subnets: [{ subnetId: 'subnet-a', zone: 'a' }] }],
    ['in the subnet before', 'capacity', {}],
  ])('%s is waited for, as an earlier try may have been accepted', (_, code, over) => {
    const world = new World({ securityGroup: 'none', placementGroup: 'none', ...over });
    world.lose = ({ kind }) => kind === 'run-instance';
    world.look();
    world.hidden.add('i-0');
    world.lose = () => false;
    world.refuse = ({ kind }) => (kind === 'run-instance' ? { code, sentence: 'No.' } : null);
    for (let looks = 0; looks < 4; looks++) world.wait(0.05).look();
    expect(world.machine.state).toBe('releasing');
    world.hidden.clear();
    for (let looks = 0; looks < 3; looks++) world.wait(1).look();
    expect([world.machine.state, world.left]).toEqual(['failed', []]);
  });
});

describe('whatever happens', () => {
  const codes = ['capacity', 'quota', 'throttled', 'unreachable', 'unauthorised', 'refused'];

  it.each(Array.from({ length: 200 }, (_, seed) => seed))('nothing is left in the end (%i)', (seed) => {
    const random = randomOf(seed);
    const pick = (most: number): number => Math.floor(random() * most);
    const world = new World({ keepMinutes: pick(30), budgetMicroUsd: pick(2) ? 100_000 * (1 + pick(20)) : null });
    world.refuse = () => (pick(5) === 0 ? { code: codes[pick(codes.length)] ?? '', sentence: 'No.' } : null);
    world.lose = () => pick(6) === 0;
    for (let looks = 0; looks < 40; looks++) {
      if (pick(3) === 0) for (const one of world.instances) one.joined ||= one.state === 'running';
      const one = world.instances[pick(world.instances.length)];
      if (pick(15) === 0) Object.assign(one ?? {}, { state: 'ended' });
      else if (pick(20) === 0 && one?.state === 'running') one.state = 'stopped';
      world.use = pick(2) ? USED : IDLE;
      world.wait(pick(3)).look();
      expect(LAUNCH_STATES).toContain(world.machine.state);
      const ofAttempt = world.instances.filter(
        ({ attempt, state }) => attempt === world.machine.attempt && state === 'running',
      );
      expect(ofAttempt.length).toBeLessThanOrEqual(2);
    }
    world.refuse = () => null;
    world.lose = () => false;
    world.wait(60);
    for (let looks = 0; looks < 10; looks++) world.wait(1).look();
    expect(isLive(world.machine.state)).toBe(false);
    expect([world.left, [...world.groups]]).toEqual([[], []]);
  });
});
