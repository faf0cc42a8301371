// @ts-check
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Sentence } from '../start/sentence.mjs';

const KNOWN = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/**
 * The path of a Chromium: CHROMIUM, one that is installed, or one that is installed now: by apt for root on Debian,
 * else by Playwright.
 *
 * @param {(line: string) => void} report
 * @returns {Promise<string>}
 */
export async function ensureChromium(report) {
  const found = [process.env.CHROMIUM, ...KNOWN].find((file) => file && existsSync(file));
  if (found) return found;
  report('installing Chromium ...');
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) return installWithApt();
  const { chromium } = await import('@playwright/test');
  const { status } = spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' });
  if (status !== 0) {
    throw new Sentence(
      'Chromium cannot be installed here; install it (on Debian: apt-get install chromium) and try again.',
    );
  }
  return chromium.executablePath();
}

function installWithApt() {
  const apt = (...args) =>
    spawnSync('apt-get', ['-qq', '-o', 'Dpkg::Use-Pty=0', ...args], {
      encoding: 'utf8',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  apt('update');
  const { status, stderr } = apt('install', '-y', '--no-install-recommends', 'chromium');
  if (status !== 0) throw new Sentence(`apt-get could not install chromium: ${stderr.trim().split('\n').at(-1)}`);
  return '/usr/bin/chromium';
}
