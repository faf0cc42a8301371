// @ts-check
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Sentence } from '../start/sentence.mjs';
import { canInstallWithApt, installWithApt } from './apt.mjs';

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
  if (canInstallWithApt()) {
    installWithApt(['chromium']);
    return '/usr/bin/chromium';
  }
  const { chromium } = await import('@playwright/test');
  const { status } = spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' });
  if (status !== 0) {
    throw new Sentence(
      'Chromium cannot be installed here; install it (on Debian: apt-get install chromium) and try again.',
    );
  }
  return chromium.executablePath();
}
