import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { COMMAND_LINE_PLATFORMS, type CommandLinePlatform } from '../contract/limits.ts';

export const ARCHITECTURES = ['amd64', 'arm64'] as const;
export type Architecture = (typeof ARCHITECTURES)[number];
/** What hosts run. */
export const PROGRAMS = ['agent', 'server'] as const;
export type Program = (typeof PROGRAMS)[number];
/** What people run who call the instance. */
const COMMAND_LINE = ['millionrps'] as const;
type CommandLine = (typeof COMMAND_LINE)[number];

export interface ProgramFile {
  file: string;
  sha256: string;
  sizeBytes: number;
  changedMs: number;
}

export interface ReadyStock<Name extends string> {
  state: 'ready';
  programs: Record<Name, ProgramFile>;
}

/** Programs of a platform. `building`: ask again; `failed`: why, and the next question tries again. */
export type Stock<Name extends string> = ReadyStock<Name> | { state: 'building' } | { state: 'failed'; why: string };

const BUILD_MS = 15 * 60_000;

/** A build must have sent a word of failure in this many characters. */
const WHY_CHARACTERS = 2000;

interface Place {
  folder: string | null;
  checkout: string | null;
}

/**
 * Agent and server for every architecture, and the command line for every platform: `linux-amd64/agent` and so on in one folder. In a checkout they
 * are built when they are first asked for, once in the life of this process, because the sources may have changed since the last.
 */
export class Programs {
  private readonly stopping = new AbortController();
  private readonly hosts: Record<Architecture, Shelf<Program>>;
  private readonly commandLines: Record<CommandLinePlatform, Shelf<CommandLine>>;

  constructor(place: Place) {
    const shelf = <Name extends string>(platform: string, names: readonly Name[], noun: string): Shelf<Name> =>
      new Shelf(place, { platform, names, noun, stopped: this.stopping.signal });
    this.hosts = recordOf(ARCHITECTURES, (one) => shelf(`linux-${one}`, PROGRAMS, 'programs'));
    this.commandLines = recordOf(COMMAND_LINE_PLATFORMS, (one) => shelf(one, COMMAND_LINE, 'command line'));
  }

  of = (architecture: Architecture): Shelf<Program> => this.hosts[architecture];
  commandLine = (platform: CommandLinePlatform): Shelf<CommandLine> => this.commandLines[platform];

  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all([...Object.values(this.hosts), ...Object.values(this.commandLines)].map((one) => one.built()));
  }
}

const recordOf = <Key extends string, Value>(keys: readonly Key[], of: (key: Key) => Value): Record<Key, Value> =>
  Object.fromEntries(keys.map((key) => [key, of(key)])) as Record<Key, Value>;

interface Kept<Name extends string> {
  platform: string;
  names: readonly Name[];
  /** What they are called together. */
  noun: string;
  stopped: AbortSignal;
}

/** Programs that are built and handed out together. */
export class Shelf<Name extends string> {
  /** As sentences name it: 'programs for linux-amd64'. */
  readonly title: string;
  private readonly place: Place;
  private readonly kept: Kept<Name>;
  private stock: Stock<Name> | null = null;
  private building: Promise<void> | null = null;

  constructor(place: Place, kept: Kept<Name>) {
    this.place = place;
    this.kept = kept;
    this.title = `${kept.noun} for ${kept.platform}`;
  }

  /** Begins to build what is not there, and does not wait for it. */
  async get(): Promise<Stock<Name>> {
    const known = this.stock;
    if (known?.state === 'ready' && (await isAsRead(known))) return known;
    this.stock = null;
    if (this.place.checkout === null) return this.read();
    if (known?.state === 'failed') return known;
    this.building ??= this.build(this.place.checkout).finally(() => {
      this.building = null;
    });
    return { state: 'building' };
  }

  /** What is there already, without beginning a build: whoever looks at a page costs no run its CPUs. */
  async known(): Promise<Record<Name, ProgramFile> | null> {
    const stock = this.place.checkout === null ? await this.get() : this.stock;
    return stock?.state === 'ready' && (await isAsRead(stock)) ? stock.programs : null;
  }

  async built(): Promise<void> {
    await this.building;
  }

  private async build(checkout: string): Promise<void> {
    const { platform, names, stopped } = this.kept;
    const fault = await runBuild(checkout, [platform, ...names], stopped);
    if (fault === null) await this.read();
    else this.stock = { state: 'failed', why: `Building the ${this.title} failed${fault}` };
  }

  private async read(): Promise<Stock<Name>> {
    this.stock = await this.hash();
    return this.stock;
  }

  private async hash(): Promise<Stock<Name>> {
    const { folder } = this.place;
    if (folder === null) return { state: 'failed', why: 'This instance has no programs to hand out.' };
    const { platform, names } = this.kept;
    const files = names.map(async (name) => [name, await hashed(path.join(folder, platform, name))] as const);
    try {
      return { state: 'ready', programs: Object.fromEntries(await Promise.all(files)) as Record<Name, ProgramFile> };
    } catch {
      return { state: 'failed', why: `This instance has no ${this.title}.` };
    }
  }
}

/** Null when it went well, otherwise how it ended, after 'failed'. */
function runBuild(checkout: string, args: string[], signal: AbortSignal): Promise<string | null> {
  return new Promise((resolve) => {
    const script = path.join(checkout, 'scripts/build-programs.mjs');
    const child = spawn(process.execPath, [script, ...args], {
      cwd: checkout,
      stdio: ['pipe', 'ignore', 'pipe'],
      signal,
      timeout: BUILD_MS,
    });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text) => {
      said = `${said}${text}`.slice(-WHY_CHARACTERS);
    });
    child.once('error', (error) => resolve(`: ${error.message}`));
    child.once('close', (code) => {
      const why = said
        .replace(/^millionrps: /, '')
        .replace(/\s+/g, ' ')
        .trim();
      resolve(code === 0 ? null : `. ${why}`);
    });
  });
}

async function isAsRead<Name extends string>({ programs }: ReadyStock<Name>): Promise<boolean> {
  const all = Object.values<ProgramFile>(programs).map(async ({ file, sizeBytes, changedMs }) => {
    const now = await stat(file).catch(() => null);
    return now?.size === sizeBytes && now.mtimeMs === changedMs;
  });
  return (await Promise.all(all)).every(Boolean);
}

async function hashed(file: string): Promise<ProgramFile> {
  const { size, mtimeMs } = await stat(file);
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return { file, sha256: hash.digest('hex'), sizeBytes: size, changedMs: mtimeMs };
}
