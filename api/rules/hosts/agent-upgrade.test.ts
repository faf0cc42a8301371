import { describe, expect, it } from 'vitest';
import type { HostFacts } from '../../contract/host.ts';
import { hasOtherProgram, programArchitecture, upgradeFault, upgradeTold } from './agent-upgrade.ts';

const facts = (upgrades: HostFacts['upgrades']): HostFacts => ({ upgrades, agentSha256: 'aa' }) as HostFacts;
const HOST = {
  name: 'h',
  status: 'ready',
  runId: null,
  dirtyReason: null,
  facts: facts({ refusal: null, last: null }),
} as const;

describe('an upgrade of an agent', () => {
  it('is possible on an idle host whose agent replaces itself', () => expect(upgradeFault(HOST)).toBeNull());

  it.each([
    [{ facts: facts(undefined) }, 'older than upgrades from this page'],
    [{ facts: facts({ refusal: 'Not enrolled by the line.', last: null }) }, 'Not enrolled by the line.'],
    [{ upgrading: true as const }, 'is being upgraded'],
    [{ status: 'offline' as const }, 'is not connected'],
    [{ runId: 'r' }, 'works for a run'],
    [{ dirtyReason: 'rps_cpus reads 3' }, 'put it back first'],
  ])('is not when %o', (over, why) => expect(upgradeFault({ ...HOST, ...over })).toContain(why));

  it('is offered where another program would run', () => {
    expect(hasOtherProgram(HOST, 'bb')).toBe(true);
    expect(hasOtherProgram(HOST, 'aa')).toBe(false);
    expect(hasOtherProgram(HOST, null)).toBe(false);
  });

  it('is told with its reason', () => {
    const ended = { upgradeId: 't', toSha256: 'bb', atUs: 1 };
    expect(upgradeTold({ ...ended, result: 'rolled-back', why: 'It ended.' })).toEqual({
      title: 'New agent rolled back; the one before runs',
      why: 'It ended.',
    });
    expect(upgradeTold({ ...ended, result: 'upgraded', why: null }).title).toBe('Agent upgraded');
  });
});

it.each([
  ['x86_64', 'amd64'],
  ['aarch64', 'arm64'],
  ['riscv64', null],
])('%s runs the program for %s', (machine, architecture) => expect(programArchitecture(machine)).toBe(architecture));
