import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

export const ARCHITECTURES = ['amd64', 'arm64'] as const;
export type Architecture = (typeof ARCHITECTURES)[number];
export const PROGRAMS = ['agent', 'server'] as const;
export type Program = (typeof PROGRAMS)[number];

export interface ProgramFile {
  file: string;
  sha256: string;
  sizeBytes: number;
  changedMs: number;
}

export interface ReadyStock {
  state: 'ready';
  programs: Record<Program, ProgramFile>;
  /** What people run who call the instance; null in a folder that was filled without it. */
  commandLine: ProgramFile | null;
}

/** What hosts of an architecture run. `building`: ask again; `failed`: why, and the next question tries again. */
export type Stock = ReadyStock | { state: 'building' } | { state: 'failed'; why: string };

const BUILD_MS = 15 * 60_000;

/** A build must have sent a word of failure in this many characters. */
const WHY_CHARACTERS = 2000;

/**
 * Agent, server and command line for every architecture: `linux-amd64/agent` and so on in one folder. In a checkout they are built when they are
 * first asked for, once in the life of this process, because the sources may have changed since the last.
 */
export class Programs {
  private readonly folder: string | null;
  private readonly checkout: string | null;
  private readonly stocks = new Map<Architecture, Stock>();
  private readonly building = new Map<Architecture, Promise<void>>();
  private readonly stopping = new AbortController();

  constructor({ folder, checkout }: { folder: string | null; checkout: string | null }) {
    this.folder = folder;
    this.checkout = checkout;
  }

  /** Begins to build what is not there, and does not wait for it. */
  async of(architecture: Architecture): Promise<Stock> {
    const known = this.stocks.get(architecture);
    if (known?.state === 'ready' && (await isAsRead(known))) return known;
    this.stocks.delete(architecture);
    if (this.checkout === null) return this.read(architecture);
    if (known?.state === 'failed') return known;
    if (!this.building.has(architecture)) {
      const work = this.build(architecture).finally(() => this.building.delete(architecture));
      this.building.set(architecture, work);
    }
    return { state: 'building' };
  }

  /** What is there already, without beginning a build: whoever looks at a page costs no run its CPUs. */
  async known(architecture: Architecture): Promise<Record<Program, ProgramFile> | null> {
    const stock = this.checkout === null ? await this.of(architecture) : this.stocks.get(architecture);
    return stock?.state === 'ready' && (await isAsRead(stock)) ? stock.programs : null;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.building.values());
  }

  private async build(architecture: Architecture): Promise<void> {
    const why = await runBuild(this.checkout ?? '', architecture, this.stopping.signal);
    if (why === null) await this.read(architecture);
    else this.stocks.set(architecture, { state: 'failed', why });
  }

  private async read(architecture: Architecture): Promise<Stock> {
    const stock = await this.hash(architecture);
    this.stocks.set(architecture, stock);
    return stock;
  }

  private async hash(architecture: Architecture): Promise<Stock> {
    const { folder } = this;
    if (folder === null) return { state: 'failed', why: `This instance has no programs to hand out.` };
    try {
      const place = path.join(folder, `linux-${architecture}`);
      const [agent, server] = await Promise.all(PROGRAMS.map((program) => hashed(path.join(place, program))));
      if (!agent || !server) throw new Error('nothing was hashed');
      const commandLine = await hashed(path.join(place, 'millionrps')).catch(() => null);
      return { state: 'ready', programs: { agent, server }, commandLine };
    } catch {
      return { state: 'failed', why: `This instance has no programs for linux-${architecture}.` };
    }
  }
}

/** Null when it went well, otherwise how it ended. */
function runBuild(checkout: string, architecture: Architecture, signal: AbortSignal): Promise<string | null> {
  return new Promise((resolve) => {
    const script = path.join(checkout, 'scripts/build-programs.mjs');
    const child = spawn(process.execPath, [script, architecture], {
      cwd: checkout,
      stdio: ['pipe', 'ignore', 'pipe'],
      signal,
      timeout: BUILD_MS,
    });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text) => {
      said = `${said}${text}`.slice(-WHY_CHARACTERS);
    });
    child.once('error', (error) => resolve(`Building the programs for linux-${architecture} failed: ${error.message}`));
    child.once('close', (code) => {
      const why = said
        .replace(/^millionrps: /, '')
        .replace(/\s+/g, ' ')
        .trim();
      resolve(code === 0 ? null : `Building the programs for linux-${architecture} failed. ${why}`);
    });
  });
}

async function isAsRead({ programs, commandLine }: ReadyStock): Promise<boolean> {
  const files = [...Object.values(programs), ...(commandLine ? [commandLine] : [])];
  const all = files.map(async ({ file, sizeBytes, changedMs }) => {
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
