import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { CreateExperiment } from '../contract/experiment.ts';
import type { CreateRun } from '../contract/spec.ts';
import { ADMIN_TOKEN, type TestLab } from './test-lab.ts';

const AGENT = path.resolve(import.meta.dirname, '../../agent');

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** What --json prints and --result writes, as far as tests look at it. */
export interface CommandResult {
  schemaVersion: number;
  command: string;
  outcome: string;
  exitCode: number;
  sentence: string;
  id: string;
  url: string;
  name: string;
  state: string;
  caveats: string[];
  // biome-ignore lint/suspicious/noExplicitAny: each command has another
  result: any;
}

/** The command line as people have it: a process with a folder and an environment of its own. */
export class CommandLine {
  readonly folder: string;
  readonly program: string;
  private readonly lab: TestLab;

  private constructor(folder: string, lab: TestLab) {
    this.folder = folder;
    this.program = path.join(folder, 'millionrps');
    this.lab = lab;
  }

  static async build(lab: TestLab): Promise<CommandLine> {
    const built = new CommandLine(await mkdtemp(path.join(tmpdir(), 'millionrps-cli-')), lab);
    await promisify(execFile)('go', ['build', '-o', built.program, './cmd/millionrps'], { cwd: AGENT });
    return built;
  }

  remove = (): Promise<void> => rm(this.folder, { recursive: true, force: true });

  /** Starts it. `ended` resolves with what it printed. */
  start(args: string[], env: Record<string, string> = {}, program = this.program) {
    const child = spawn(program, args, { cwd: this.folder, env: { ...this.environment(), ...env } });
    const told: Ended = { code: null, stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text) => (told.stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (told.stderr += text));
    const ended = new Promise<Ended>((resolve, reject) => {
      child.once('error', reject).once('close', (code) => resolve({ ...told, code }));
    });
    return { child, told, ended };
  }

  call = (args: string[], env: Record<string, string> = {}): Promise<Ended> => this.start(args, env).ended;

  /** With --json: stdout is one object and nothing else, else this throws. */
  async json(args: string[], env: Record<string, string> = {}): Promise<Ended & { result: CommandResult }> {
    const ended = await this.call([...args, '--json'], env);
    return { ...ended, result: JSON.parse(ended.stdout) };
  }

  private environment = (): Record<string, string> => ({
    PATH: `${this.folder}:${process.env.PATH ?? ''}`,
    HOME: this.folder,
    MILLIONRPS_URL: this.lab.url,
    MILLIONRPS_TOKEN: ADMIN_TOKEN,
  });

  /** A spec file; JSON is one. Hosts are as the request has them. */
  async write(name: string, spec: CreateRun | CreateExperiment | string): Promise<string> {
    await writeFile(path.join(this.folder, name), typeof spec === 'string' ? spec : JSON.stringify(spec, null, 2));
    return name;
  }

  read = (name: string): Promise<string> => readFile(path.join(this.folder, name), 'utf8');
}
