// @ts-check
import { chromium } from '@playwright/test';
import { hold } from '../start/ending.mjs';
import { ensureChromium } from '../test/chromium.mjs';

/**
 * A browser that does not outlive this script.
 *
 * @param {string} folder where it keeps its profile, which it leaves when it is killed: the next script clears the folder
 * @param {(line: string) => void} report
 */
export async function openBrowser(folder, report) {
  process.env.TMPDIR = folder;
  const browser = await chromium.launch({
    executablePath: await ensureChromium(report),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    // It would exit before the instance has ended.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  hold(() => browser.close());
  return browser;
}
