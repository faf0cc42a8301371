// @ts-check
import { beforeAll, describe, expect, it } from 'vitest';
import { launchHost, userDataOf } from '../enrol/launched.mjs';
import { NO_CLOUD_INIT } from './debian-disk.mjs';
import { host } from './systemd-host.mjs';

/** The user-data of a launched instance, which cloud-init plays where systemd has booted the host. The emulator of AWS starts no machine. */
const TTL_MINUTES = 30;
/** The host's own timer comes later than the API. */
const SHUTDOWN_SECONDS = (TTL_MINUTES + 5) * 60;
const SEED = '/var/lib/cloud/seed/nocloud';
const END = '/var/lib/cloud/instance/millionrps-end';
const PER_BOOT = '/var/lib/cloud/scripts/per-boot/millionrps-ttl';
const TIMER = 'millionrps-ttl.timer';

const run = (/** @type {string} */ script, withinSeconds = 60) => host.guest.run(script, { withinSeconds });

/** All in one call: each may take long. */
const SHOW = `systemctl list-timers --no-pager; systemctl show ${TIMER} --property=NextElapseUSecMonotonic; cat /proc/uptime; date +%s`;

/** When the host powers itself off, in seconds since it was started, by the timer that systemd has armed; from what `SHOW` printed. */
function powerOff(/** @type {string} */ shown) {
  expect(shown).toContain(TIMER);
  const next = /^NextElapseUSecMonotonic=(.*)$/m.exec(shown)?.[1] ?? '';
  const units = { h: 3600, min: 60, s: 1, ms: 0.001, us: 0.000001 };
  const parts = [...next.matchAll(/([\d.]+)(h|min|ms|us|s)\b/g)];
  const at = parts.reduce(
    (sum, [, number, unit]) => sum + Number(number) * units[/** @type {keyof units} */ (unit)],
    0,
  );
  const [uptime = '', now] = shown.trim().split('\n').slice(-2);
  return { at, left: at - Number(uptime.split(' ')[0]), now: Number(now) };
}

/** Clocks of whole seconds. */
const ROUNDING = 5;
/** From when the script reads the clock until systemd counts: on a slow host, and far below what a reboot takes. */
const ARMING = 45;

describe('a launched instance that systemd has booted', () => {
  /** @type {any} */ let launch;
  /** @type {string} */ let script;
  const theHost = () => host.client.call('GET', `/hosts/${launch.places[0].hostId}`);
  const ready = async () => {
    const { name } = await theHost();
    return host.ready(name);
  };

  beforeAll(async () => {
    launch = await launchHost(host.client, { ttlMinutes: TTL_MINUTES });
    script = await userDataOf(host.aws.url, launch.places[0].instanceId);
    const encoded = Buffer.from(script).toString('base64');
    await run(
      `rm /${NO_CLOUD_INIT}; mkdir -p ${SEED} && echo 'instance-id: i-1' > ${SEED}/meta-data && echo ${encoded} | base64 -d > ${SEED}/user-data`,
    );
    expect(await host.reboot()).toBe('running');
  }, 300_000);

  it('is ended by a timer of systemd, 5 minutes after the launch', async () => {
    const { at, left } = powerOff(await run(SHOW));
    // It was armed after the host was started, and before now, however long that is.
    expect(at).toBeGreaterThan(SHUTDOWN_SECONDS - ROUNDING);
    expect(left).toBeLessThanOrEqual(SHUTDOWN_SECONDS);
    expect(await host.shown('millionrps-ttl.service', ['ExecStart'])).toMatchObject({
      ExecStart: expect.stringContaining('systemctl poweroff'),
    });
  });

  it('is the awaited host of its launch, with the service', async () => {
    expect(await ready()).toMatchObject({ id: launch.places[0].hostId, launchId: launch.id });
    expect(await run('systemctl is-active millionrps-agent')).toBe('active\n');
    expect(await run('cloud-init status')).toBe('status: done\n');
  }, 120_000);

  it('says on its console what became of it, and nothing that opens anything', async () => {
    const console = host.guest.console();
    expect(console).toContain('millionrps: this host joins https://');
    expect(console).toContain('This host is enrolled; it is on the hosts page now.');
    for (const file of ['/var/log/cloud-init-output.log', '/var/log/millionrps.log'])
      expect(await run(`cat ${file}`)).toContain('This host is enrolled');
    const token = /^token=(\S+)$/m.exec(script)?.[1] ?? '';
    expect(token).toMatch(/^mrpsjoin_/);
    expect(console).not.toContain(token);
  });

  it('a reboot keeps the end, and the host comes back', async () => {
    expect(await host.reboot()).toBe('running');
    const end = Number(await run(`cat ${END}`));
    const { left, now } = powerOff(await run(SHOW));
    expect(left - (end - now)).toBeGreaterThan(-ROUNDING);
    expect(left - (end - now)).toBeLessThan(ARMING);
    await ready();
    expect(await run('systemctl list-units --failed --plain --no-legend')).toBe('');
  }, 300_000);

  it('one that is started after its end powers itself off a minute later', async () => {
    const { left } = powerOff(await run(`systemctl stop ${TIMER}; echo 1000 > ${END}; ${PER_BOOT}; ${SHOW}`));
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(60);
    await host.guest.untilOff(300_000);
    expect(host.guest.console()).toMatch(/reboot: Power down/);
  }, 400_000);
});
