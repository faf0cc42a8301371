// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { enrolLine } from '../../../api/rules/hosts/enrol-line.ts';
import { closedStep, NO_TUNING, specFor } from '../../lab/client.mjs';
import { serveAgentOf } from '../enrol/served-programs.mjs';
import { until } from '../instance/processes.mjs';
import { host } from './systemd-host.mjs';

/** The line that enrols a host, on one that systemd has booted. */
const NAME = 'of-systemd';
const UNIT = 'millionrps-agent';
const PROGRAMS = '/usr/local/lib/millionrps-agent';
const DATA = '/var/lib/millionrps-agent';
const LATER = '0.1.1-of-a-test';
/** Everything that an installation may leave, and who there is on the host. What systemd and the journal keep for themselves is left out. */
const TRACES = `find /etc /usr /var /opt /root /home -xdev \\( -path /var/lib/systemd -o -path /var/log -o -path /var/tmp -o -path '/etc/*-' \\) -prune \
  -o -printf '%p %M %u %g\\n' | sort; ls -A /run /tmp | grep millionrps; cat /etc/passwd /etc/group`;

const run = (/** @type {string} */ script, withinSeconds = 60) => host.guest.run(script, { withinSeconds });
const shown = (/** @type {string[]} */ ...properties) => host.shown(UNIT, properties);
const failed = async () => (await run('systemctl list-units --failed --plain --no-legend')).trim();
/** The process that the keeper has started; empty while there is none. */
async function agentOf(/** @type {string} */ keeper) {
  const { output } = await host.guest.try(`cat /sys/fs/cgroup/system.slice/${UNIT}.service/cgroup.procs`);
  return (
    output
      .trim()
      .split('\n')
      .find((pid) => pid !== keeper) ?? ''
  );
}
const journal = () => run(`journalctl --unit ${UNIT} --output cat --no-pager`);

describe('a host that systemd has booted, enrolled by the line', () => {
  /** @type {string} */ let before;
  /** @type {any} */ let first;

  beforeAll(async () => {
    expect(await failed()).toBe('');
    before = await run(TRACES);
    const line = enrolLine(await host.client.call('POST', '/join-tokens'));
    const told = await run(line.replace('| sudo sh', `| sh -s -- --name ${NAME}`), 120);
    expect(told).toContain(`systemd starts it with the host: systemctl status ${UNIT}`);
    first = await host.ready(NAME);
  }, 240_000);

  it('has a service with the user, the rights and the limits that its unit names', async () => {
    const { MainPID: pid, ...unit } = await shown(
      'MainPID',
      'ActiveState',
      'SubState',
      'UnitFileState',
      'ControlGroup',
    );
    expect(unit).toEqual({
      ActiveState: 'active',
      SubState: 'running',
      UnitFileState: 'enabled',
      ControlGroup: `/system.slice/${UNIT}.service`,
    });
    // What the kernel holds of the agent itself, which the keeper has started.
    const agent = await agentOf(pid);
    const status = await run(`cat /proc/${agent}/status`);
    // CAP_DAC_OVERRIDE, CAP_NET_ADMIN, CAP_SYS_NICE and CAP_SYS_RESOURCE.
    const four = ((1 << 1) | (1 << 12) | (1 << 23) | (1 << 24)).toString(16).padStart(16, '0');
    for (const set of ['CapPrm', 'CapEff', 'CapBnd']) expect(status).toMatch(new RegExp(`^${set}:\\t${four}$`, 'm'));
    expect(status).toMatch(/^NoNewPrivs:\t1$/m);
    expect(status).toMatch(/^Seccomp:\t2$/m);
    expect(await run(`cat /proc/${agent}/cgroup`)).toBe(`0::/system.slice/${UNIT}.service\n`);
    expect(await run(`cat /proc/${agent}/limits`)).toMatch(/^Max open files +1048576 +1048576 /m);
    expect(await run(`stat --format %U /proc/${agent}`)).toBe(`${UNIT}\n`);
    expect(first.facts.privileges).toEqual(['net-admin', 'dac-override', 'sys-nice', 'sys-resource', 'services']);
  });

  it('sees its own folder and the settings of the kernel, and little else', async () => {
    const { MainPID: pid } = await shown('MainPID');
    await run('touch /root/secret; test -s /etc/shadow');
    const inside = (/** @type {string} */ script) =>
      host.guest.try(`nsenter --target ${pid} --mount -- sh -c ${quoted(script)}`).then(({ status }) => status === 0);
    for (const open of [`touch ${DATA}/written && rm ${DATA}/written`, 'test -w /proc/sys/net/core/somaxconn'])
      expect(await inside(open), open).toBe(true);
    for (const closed of [
      'touch /etc/written',
      'touch /usr/local/written',
      `touch ${PROGRAMS}/agent`,
      'ls /root/secret',
      'test -s /etc/shadow',
      'ls /dev/vda',
      'echo 1 > /sys/fs/cgroup/cgroup.subtree_control',
    ])
      expect(await inside(closed), closed).toBe(false);
    await run('rm /root/secret');
  });

  it('measures, and polkit lets it stop a service for that and start it again', async () => {
    expect(await run('systemctl is-active cron')).toBe('active\n');
    const spec = specFor(first.id, { path: '/simple', steps: [closedStep(2, 3)], tool: 'volley', warmupSeconds: 0 });
    const tuned = { ...NO_TUNING, stopServices: ['cron'], sysctls: [{ name: 'net.core.somaxconn', value: '8192' }] };
    const tuning = { targetCpus: null, server: tuned, clients: null };
    const { id } = await host.client.createRun('under systemd', { ...spec, tuning });
    await until('it measures', async () => (await host.client.call('GET', `/runs/${id}`)).state === 'measuring');
    expect((await host.guest.try('systemctl is-active cron')).output).toBe('inactive\n');
    expect(await run('cat /proc/sys/net/core/somaxconn')).toBe('8192\n');
    const { failure, state } = await host.client.finish(id);
    expect({ failure, state }).toEqual({ failure: null, state: 'finished' });
    expect(await run('systemctl is-active cron')).toBe('active\n');
    expect(await run('cat /proc/sys/net/core/somaxconn')).toBe('4096\n');
  }, 180_000);

  it('starts again when it is killed, and so does the agent that it keeps', async () => {
    const { MainPID: pid } = await shown('MainPID');
    const agent = await agentOf(pid);
    await run(`kill -KILL ${agent}`);
    await until('the keeper has started another', async () => !['', agent].includes(await agentOf(pid)));
    expect(await shown('MainPID', 'NRestarts')).toEqual({ MainPID: pid, NRestarts: '0' });
    await run(`kill -KILL ${pid}`);
    await until('systemd has started it again', async () => {
      const now = await shown('MainPID', 'NRestarts', 'ActiveState');
      return now.NRestarts === '1' && now.ActiveState === 'active' && now.MainPID !== pid;
    });
    expect((await host.ready(NAME)).id).toBe(first.id);
  }, 180_000);

  it('is upgraded by the instance, under the same service', async () => {
    serveAgentOf(host.served, LATER);
    const { MainPID: pid } = await shown('MainPID');
    await host.client.call('POST', `/hosts/${first.id}/upgrade-agent`);
    const now = await host.ready(NAME, ({ facts }) => facts.upgrades.last !== null);
    expect(now.agentVersion).toBe(LATER);
    expect(now.facts.upgrades.last).toMatchObject({ result: 'upgraded', why: null });
    expect(await shown('MainPID', 'NRestarts')).toEqual({ MainPID: pid, NRestarts: '1' });
  }, 180_000);

  it('logs to the journal', async () => {
    const lines = (await journal()).trim().split('\n');
    expect(lines.filter((line) => line.includes('in touch with the API')).length).toBeGreaterThan(2);
  });

  it('comes back by itself when the host is booted, as the agent that it became', async () => {
    expect(await host.reboot()).toBe('running');
    const now = await host.ready(NAME, ({ facts }) => facts.bootId !== first.facts.bootId);
    expect(now).toMatchObject({ id: first.id, agentVersion: LATER });
    expect(await shown('ActiveState', 'NRestarts')).toEqual({ ActiveState: 'active', NRestarts: '0' });
  }, 300_000);

  it('is gone without a trace, whatever its user wrote into its folder', async () => {
    await run('echo precious > /etc/precious; mkdir /home/empty');
    const own = JSON.parse(await run(`cat ${DATA}/install.json`));
    const changed = { ...own, service: false, made: [...own.made, '/etc/precious', '/home/empty'] };
    await run(`printf %s ${quoted(JSON.stringify(changed))} > ${DATA}/install.json`);
    // The PATH that su leaves to root on Debian.
    expect(await run(`PATH=/usr/bin:/bin ${PROGRAMS}/agent uninstall`)).toContain('gone from this host');
    expect(await run('cat /etc/precious; ls -d /home/empty; rm /etc/precious; rmdir /home/empty')).toBe(
      'precious\n/home/empty\n',
    );
    expect((await run(TRACES)).split('\n')).toEqual(before.split('\n'));
    expect(await run(`systemctl list-unit-files --no-legend '${UNIT}*'`).catch(() => '')).toBe('');
    expect(await shown('LoadState')).toEqual({ LoadState: 'not-found' });
    expect(await failed()).toBe('');
    await sleep(1000);
    expect(await run('cat /proc/[0-9]*/cmdline')).not.toContain(PROGRAMS);
  }, 180_000);
});

/** A word of shell. @param {string} text */
function quoted(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
