// @ts-check
import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hold, isEnding, spawnHeld } from '../start/ending.mjs';
import { Sentence } from '../start/sentence.mjs';
import { builder, builderArguments, FOLDER } from './builder.mjs';
import { command, commandAtTheEnd } from './command.mjs';

const HEALTHY_WITHIN_MS = 120_000;
const say = (/** @type {string} */ line) => process.stdout.write(`${line}\n`);

/** Containers of this builder: the image's file system and user, no capability, the network of this process. */
export class Containers {
  /** @param {Record<string, import('./composition.mjs').Service>} services */
  constructor(services) {
    this.services = services;
    /** @type {Map<string, string>} */
    this.made = new Map();
    this.volumes = mkdtempSync(path.join(FOLDER, 'volumes-'));
    hold(() => rmSync(this.volumes, { recursive: true, force: true }));
  }

  /** @param {string} name */
  service(name) {
    const service = this.services[name];
    if (!service) throw new Sentence(`docker-compose.yml has no service ${name}.`);
    return service;
  }

  /** What `buildah run` is given, but for the command. @param {string} name */
  async runArguments(name) {
    const service = this.service(name);
    const container = this.made.get(name) ?? (await this.make(name));
    const { User: user } = await configurationOf(service.image);
    const variables = Object.entries(service.environment ?? {}).flatMap(([key, value]) => ['--env', `${key}=${value}`]);
    const mounts = [];
    for (const { source, target } of service.volumes ?? []) {
      const folder = path.join(this.volumes, source);
      await command('install', ['-d', '-m', '0700', ...(user === 'node' ? ['-o', '1000', '-g', '1000'] : []), folder]);
      mounts.push('--volume', `${folder}:${target}`);
    }
    const dropped = service.cap_drop?.includes('ALL') ? ['--cap-drop', 'all'] : [];
    return [
      'run',
      '--isolation',
      'chroot',
      ...dropped,
      ...(user ? ['--user', user] : []),
      ...variables,
      ...mounts,
      container,
      '--',
    ];
  }

  /** @param {string} name */
  async make(name) {
    // Each on this loopback, as the names of the composition's networks lead to it.
    const names = Object.keys(this.services).flatMap((other) => ['--add-host', `${other}:127.0.0.1`]);
    const container = (await builder('from', '--pull-never', ...names, this.service(name).image)).trim();
    hold(() => commandAtTheEnd('buildah', builderArguments('rm', container)));
    this.made.set(name, container);
    return container;
  }

  /** What the image starts, unless the composition says another. @param {string} name */
  async commandOf(name) {
    const { image, command: own } = this.service(name);
    const { Entrypoint = [], Cmd = [] } = await configurationOf(image);
    return [...Entrypoint, ...(own ?? Cmd)];
  }

  /** @param {string} name */
  async start(name) {
    const args = [...(await this.runArguments(name)), ...(await this.commandOf(name))];
    const { child } = spawnHeld('buildah', builderArguments(...args), { stdio: ['ignore', 'pipe', 'pipe'] });
    let told = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (some) => (told = (told + some).slice(-2_000)));
    child.once('exit', (status) => {
      if (status && !isEnding()) say(`${name} ended with ${status}:\n${told}`);
    });
    say(`${name}: started`);
  }

  /** @param {string} name */
  async finish(name) {
    await builder(...(await this.runArguments(name)), ...(await this.commandOf(name)));
    say(`${name}: ended well`);
  }

  /** @param {string} name @param {string[]} what */
  async inside(name, what) {
    return builder(...(await this.runArguments(name)), ...what);
  }

  /** @param {string} name */
  async healthy(name) {
    const [, ...test] = this.service(name).healthcheck?.test ?? [];
    const endsMs = Date.now() + HEALTHY_WITHIN_MS;
    while (Date.now() < endsMs) {
      const well = await this.inside(name, test).then(
        () => true,
        () => false,
      );
      if (well) return say(`${name}: healthy, as its own check says`);
      await sleep(1_000);
    }
    throw new Sentence(`${name} is not healthy within ${HEALTHY_WITHIN_MS / 1000} s.`);
  }
}

/** @typedef {{ User?: string, Entrypoint?: string[], Cmd?: string[] }} ImageConfiguration */

/** @param {string} image @returns {Promise<ImageConfiguration>} */
const configurationOf = async (image) => JSON.parse(await builder('inspect', '--type', 'image', image)).OCIv1.config;
