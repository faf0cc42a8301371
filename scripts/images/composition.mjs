// @ts-check
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { root } from '../start/settings.mjs';
import { tied } from '../start/tied.mjs';

/**
 * @typedef {{
 *   image: string,
 *   build?: { context: string, dockerfile: string, target?: string, args?: Record<string, string> },
 *   command: string[] | null,
 *   environment: Record<string, string> | null,
 *   cap_drop?: string[],
 *   volumes?: { type: string, source: string, target: string }[],
 *   healthcheck?: { test: string[] },
 * }} Service
 * @typedef {{ services: Record<string, Service> }} Composition
 */

/** docker-compose.yml as Compose's own library reads it, with these variables. @param {Record<string, string>} variables @returns {Composition} */
export function readComposition(variables) {
  const [program, args] = tied('SIGTERM', 'go', ['run', './config']);
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...variables };
  return JSON.parse(
    execFileSync(program, args, { cwd: path.join(root, 'scripts/compose-check'), env, encoding: 'utf8' }),
  );
}
