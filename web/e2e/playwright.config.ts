import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  globalSetup: './instance.ts',
  workers: 1,
  // A machine with two busy CPUs is slow: a test that is only slow should not fail.
  timeout: 240_000,
  expect: { timeout: 45_000 },
  outputDir: '../../test-results',
  use: {
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      ...(process.env.CHROMIUM && { executablePath: process.env.CHROMIUM }),
      // Chromium's sandbox refuses root; the pages are our own.
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    },
  },
});
