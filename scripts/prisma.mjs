#!/usr/bin/env node
// @ts-check
/** The Prisma CLI with the schema engine of prisma/engine: `node scripts/prisma.mjs migrate deploy`. */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { delimiter, dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { tied } from './start/tied.mjs';

const enginePath = fileURLToPath(new URL('../prisma/engine/schema-engine.mjs', import.meta.url));
const repositoryRoot = fileURLToPath(new URL('..', import.meta.url));
const cliPath = createRequire(import.meta.url).resolve('prisma/build/index.js');

/**
 * @param {string[]} args as after `prisma`
 * @param {object} [options]
 * @param {string} [options.databaseUrl] DATABASE_URL of the command, else that of this process
 * @param {string} [options.cwd] folder of prisma.config.ts
 * @param {boolean} [options.capture] collect the output instead of passing it to the terminal
 * @returns {Promise<{ status: number, output: string }>} output is empty unless captured
 */
export async function runPrisma(args, { databaseUrl, cwd = repositoryRoot, capture = false } = {}) {
  const child = spawn(...tied('SIGTERM', process.execPath, [cliPath, ...args]), {
    cwd,
    stdio: capture ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: {
      ...process.env,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      PRISMA_SCHEMA_ENGINE_BINARY: enginePath,
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
      CHECKPOINT_DISABLE: '1',
      // The engine's first line asks for the `node` on the PATH, which may be absent or another version.
      PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}`,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (output += text));
  const status = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
  return { status, output };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  // Ctrl-C reaches the CLI too; this process waits for it, to pass its exit status on.
  process.on('SIGINT', () => {});
  process.exitCode = (await runPrisma(process.argv.slice(2))).status;
}
