import { test as plain } from '@playwright/test';

export { expect } from '@playwright/test';

/** What every spec tests beside its own matter: no page does what its own policy refuses. */
export const test = plain.extend<{ withinPolicy: undefined }, { violations: string[] }>({
  violations: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
    async ({}, use) => use([]),
    { scope: 'worker' },
  ],
  browser: [
    async ({ browser, violations }, use) => {
      const newContext = browser.newContext.bind(browser);
      browser.newContext = async (options) => {
        const context = await newContext(options);
        context.on('console', (message) => {
          if (message.text().includes('Content Security Policy')) violations.push(message.text());
        });
        await context.addInitScript(() => {
          document.addEventListener('securitypolicyviolation', (violation) => {
            const { effectiveDirective, blockedURI, sample, sourceFile, lineNumber } = violation;
            const where = `${location.pathname} ${sourceFile}:${lineNumber}`;
            console.error(`Content Security Policy: ${effectiveDirective} ${blockedURI} ${sample} at ${where}`);
          });
        });
        return context;
      };
      await use(browser);
    },
    { scope: 'worker' },
  ],
  withinPolicy: [
    async ({ violations }, use) => {
      await use(undefined);
      plain.expect(violations.splice(0)).toEqual([]);
    },
    { auto: true },
  ],
});
