// @ts-check
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { until } from '../instance/processes.mjs';
import { Channel } from './channel.mjs';
import { GuestProcess } from './guest-process.mjs';

export const CPUS_ONLINE = 8;
export const CPUS_POSSIBLE = 128;
export const QUEUES = 8;
export const NIC = 'eth0';
const MEMORY_MIB = 512;
const DISK_BYTES = 64 << 20;
const SHELLS = 4;

/** The lab that the suite made, from the environment of its tests. @returns {import('./lab.mjs').Lab} */
export function labOfThisSuite() {
  const json = process.env.MILLIONRPS_KERNEL_LAB;
  if (!json) throw new Error('These tests run inside of the kernel lab: npm run test:kernel');
  return JSON.parse(json);
}

/** The qemu guest. Its /data is a disk that outlives a loss of power; everything else is as it was after a boot. */
export class Guest {
  /**
   * @param {import('./lab.mjs').Lab} lab
   * @param {{ cpus?: number, tap?: string, clockAheadSeconds?: number, disk?: string | null }} [options] tap: another one for each guest
   *   that runs at the same time; clockAheadSeconds: how wrong its battery-backed clock is, by which it sets its own when it boots; disk: what
   *   it boots from a copy of, in place of /data
   */
  constructor(lab, { cpus = CPUS_ONLINE, tap = lab.network.tap, clockAheadSeconds = 0, disk = null } = {}) {
    this.lab = lab;
    this.disk = disk;
    this.tap = tap;
    this.cpus = cpus;
    this.clockAheadSeconds = clockAheadSeconds;
    this.address = lab.network.guestAddress;
    this.hostAddress = lab.network.hostAddress;
    this.folder = mkdtempSync(path.join(lab.folder, 'guest-'));
    /** @type {import('node:child_process').ChildProcess | undefined} */ this.qemu = undefined;
    /** @type {Channel[]} */ this.channels = [];
    /** @type {Channel[]} */ this.idle = [];
    /** @type {((channel: Channel) => void)[]} */ this.waiting = [];
    for (const disk of ['data', 'nvme']) {
      writeFileSync(this.#file(disk), '');
      truncateSync(this.#file(disk), DISK_BYTES);
    }
    if (disk) {
      copyFileSync(disk, this.#file('data'));
      return;
    }
    const { status, stderr } = spawnSync('mke2fs', ['-q', '-t', 'ext4', this.#file('data')], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`mke2fs failed: ${stderr}`);
  }

  /** Resolves once the guest takes commands, about 8 s later. */
  async boot() {
    // It dies with the test, however that ends: nothing else would end it.
    const args = ['--pdeathsig', 'KILL', 'qemu-system-x86_64', ...this.#arguments()];
    this.qemu = spawn('setpriv', args, { stdio: ['ignore', 'ignore', 'pipe'] });
    let complaint = '';
    this.qemu.stderr?.setEncoding('utf8').on('data', (text) => (complaint += text));
    try {
      this.channels = await Promise.all(this.#ports().map((port) => Channel.open(port)));
      await Promise.all(this.channels.map((channel) => channel.ready()));
    } catch (error) {
      const console = this.console().split('\n').slice(-30).join('\n');
      await this.cutPower();
      throw new Error(`${error}\n${complaint}\n${console}`);
    }
    this.idle = [...this.channels];
    return this;
  }

  /** What the guest's kernel and init printed. */
  console() {
    return existsSync(this.#file('console')) ? readFileSync(this.#file('console'), 'utf8') : '';
  }

  /** Ends qemu at once: what the guest had not written to its disk is lost. */
  async cutPower() {
    const { qemu } = this;
    for (const channel of this.channels) channel.close();
    this.channels = [];
    this.idle = [];
    if (!qemu || qemu.exitCode !== null || qemu.signalCode !== null) return;
    const gone = new Promise((resolve) => qemu.once('exit', resolve));
    qemu.kill('SIGKILL');
    await gone;
  }

  /** Resolves once the guest has switched itself off, or ended to start anew: then `boot` starts it. */
  async untilOff(withinMs = 90_000) {
    const { qemu } = this;
    const isOff = () => !qemu || qemu.exitCode !== null || qemu.signalCode !== null;
    await until('the guest is off', isOff, withinMs);
    await this.cutPower();
  }

  /** As a person does it: everything is ended in order, and stays on the disk. */
  async rebootInOrder() {
    this.run('systemctl reboot').catch(() => {});
    await this.untilOff();
    return this.boot();
  }

  async reboot() {
    await this.cutPower();
    return this.boot();
  }

  /**
   * Runs a script of busybox's sh in the guest; several at once run side by side.
   *
   * @param {string} script
   * @param {{ withinSeconds?: number }} [options]
   */
  async try(script, { withinSeconds = 30 } = {}) {
    const channel = await this.#freeChannel();
    try {
      return await channel.run(script, withinSeconds);
    } finally {
      if (!channel.broken) this.#release(channel);
    }
  }

  /** The output of a script that has to succeed. @returns {Promise<string>} */
  async run(script, options = {}) {
    const { status, output, errors } = await this.try(script, options);
    if (status !== 0) throw new Error(`in the guest, status ${status}: ${script}\n${errors}${output}`);
    return output;
  }

  /** Every setting that tuning may change, as text to compare to the byte. */
  snapshot() {
    return this.run('sh /lab/snapshot');
  }

  /** Starts a program that goes on by itself; what it prints is its log. @param {string} command for sh */
  async start(command, environment = {}) {
    return GuestProcess.start(this, command, environment);
  }

  /** @returns {Promise<Channel>} */
  async #freeChannel() {
    if (this.channels.every((channel) => channel.broken)) throw new Error('no shell of the guest answers');
    return this.idle.pop() ?? new Promise((resolve) => this.waiting.push(resolve));
  }

  #release(channel) {
    const next = this.waiting.shift();
    if (next) next(channel);
    else this.idle.push(channel);
  }

  #file(name) {
    return path.join(this.folder, name);
  }

  #ports() {
    return Array.from({ length: SHELLS }, (_, i) => this.#file(`shell${i}`));
  }

  #arguments() {
    const { kernel, initramfs, network } = this.lab;
    const append = [
      'console=ttyS0 quiet panic=-1 mitigations=off nokaslr audit=0 tsc=unstable random.trust_bootloader=on',
      `lab.address=${network.guestAddress}/24 lab.gateway=${network.hostAddress}`,
      ...(this.disk ? ['lab.root=/dev/vda net.ifnames=0'] : []),
    ].join(' ');
    return [
      ...['-nodefaults', '-no-user-config', '-display', 'none', '-no-reboot', '-machine', 'q35', '-cpu', 'qemu64'],
      // Emulated everywhere: a test that behaves differently where there is /dev/kvm would be two tests. By one thread, for
      // which a CPU that waits for another costs nothing.
      ...['-accel', 'tcg,thread=single', '-smp', `${this.cpus},maxcpus=${CPUS_POSSIBLE}`, '-m', String(MEMORY_MIB)],
      ...['-rtc', `base=${new Date(Date.now() + 1000 * this.clockAheadSeconds).toISOString().slice(0, 19)}`],
      ...['-kernel', kernel, '-initrd', initramfs, '-append', append, '-serial', `file:${this.#file('console')}`],
      ...['-netdev', `tap,id=n0,ifname=${this.tap},script=no,downscript=no,queues=${QUEUES},vhost=off`],
      ...['-device', `virtio-net-pci,netdev=n0,mq=on,vectors=${2 * QUEUES + 2},romfile=`],
      ...[
        '-drive',
        `if=none,id=data,format=raw,cache=unsafe,file=${this.#file('data')}`,
        '-device',
        'virtio-blk-pci,drive=data',
      ],
      ...[
        '-drive',
        `if=none,id=nvme,format=raw,cache=unsafe,file=${this.#file('nvme')}`,
        '-device',
        'nvme,drive=nvme,serial=lab,max_ioqpairs=8',
      ],
      ...['-device', 'virtio-serial-pci'],
      ...this.#ports().flatMap((port, i) => [
        ...['-chardev', `socket,id=shell${i},path=${port},server=on,wait=off`],
        ...['-device', `virtserialport,chardev=shell${i},name=shell${i}`],
      ]),
    ];
  }
}
