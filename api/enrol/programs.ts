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

/** Null when it went well, otherwise why not. */
export type Build = (platform: string, names: readonly string[]) => Promise<string | null>;

interface Place {
  folder: string | null;
  /** Null: what is there is handed out as it is. */
  build: Build | null;
}

/**
 * Agent and server for every architecture, and the command line for every platform: `linux-amd64/agent` and so on in one folder. In a checkout they
 * are built when they are first asked for, once in the life of this process, because the sources may have changed since the last.
 */
export class Programs {
  private readonly hosts: Record<Architecture, Shelf<Program>>;
  private readonly commandLines: Record<CommandLinePlatform, Shelf<CommandLine>>;

  constructor(folder: string | null, build: Build | null = null) {
    const shelf = <Name extends string>(platform: string, names: readonly Name[], noun: string): Shelf<Name> =>
      new Shelf({ folder, build }, { platform, names, noun });
    this.hosts = recordOf(ARCHITECTURES, (one) => shelf(`linux-${one}`, PROGRAMS, 'programs'));
    this.commandLines = recordOf(COMMAND_LINE_PLATFORMS, (one) => shelf(one, COMMAND_LINE, 'command line'));
  }

  of = (architecture: Architecture): Shelf<Program> => this.hosts[architecture];
  commandLine = (platform: CommandLinePlatform): Shelf<CommandLine> => this.commandLines[platform];
}

const recordOf = <Key extends string, Value>(keys: readonly Key[], of: (key: Key) => Value): Record<Key, Value> =>
  Object.fromEntries(keys.map((key) => [key, of(key)])) as Record<Key, Value>;

interface Kept<Name extends string> {
  platform: string;
  names: readonly Name[];
  /** What they are called together. */
  noun: string;
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
    if (this.place.build === null) return this.read();
    if (known?.state === 'failed') return known;
    this.building ??= this.build(this.place.build).finally(() => {
      this.building = null;
    });
    return { state: 'building' };
  }

  /** What is there already, without beginning a build: whoever looks at a page costs no run its CPUs. */
  async known(): Promise<Record<Name, ProgramFile> | null> {
    const stock = this.place.build === null ? await this.get() : this.stock;
    return stock?.state === 'ready' && (await isAsRead(stock)) ? stock.programs : null;
  }

  private async build(build: Build): Promise<void> {
    const fault = await build(this.kept.platform, this.kept.names);
    if (fault === null) await this.read();
    else
      this.stock = { state: 'failed', why: `Building the ${this.title} failed. ${fault.replace(/\s+/g, ' ').trim()}` };
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
