// @ts-check
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { binFolder } from '../../start/build.mjs';
import { root } from '../../start/settings.mjs';

export const ARCHITECTURE = process.arch === 'arm64' ? 'arm64' : 'amd64';

/** Puts the programs into a folder that an instance hands out (MILLIONRPS_PROGRAMS). @param {string} programs @returns {string} where they lie */
export function servePrograms(programs) {
  const served = path.join(programs, `linux-${ARCHITECTURE}`);
  mkdirSync(served, { recursive: true });
  for (const program of ['agent', 'server']) copyFileSync(path.join(binFolder, program), path.join(served, program));
  return served;
}

/** An agent of another release, from today's sources. @param {string} served @param {string} release */
export function serveAgentOf(served, release) {
  execFileSync(
    'go',
    [
      'build',
      '-trimpath',
      '-buildvcs=false',
      '-ldflags',
      `-X main.release=${release}`,
      '-o',
      path.join(served, 'agent'),
      './cmd/agent',
    ],
    {
      cwd: path.join(root, 'agent'),
      env: { ...process.env, CGO_ENABLED: '0' },
    },
  );
}
