// @ts-check
/** Functions that run in a page: each stands by itself, for a page is sent its text. */

/**
 * Puts `painted(finds)` on the window: the time since the page was asked for at which everything that the functions or
 * selectors find had been painted.
 */
export function watchPaint() {
  const there = (/** @type {string} */ selector) => {
    const found = document.querySelector(selector);
    return found !== null && found.getClientRects().length > 0;
  };
  const afterFrame = (/** @type {() => void} */ then) =>
    requestAnimationFrame(() => {
      // A message is handled after the frame was handed over.
      const channel = new MessageChannel();
      channel.port1.onmessage = () => then();
      channel.port2.postMessage(null);
    });
  const painted = (/** @type {(() => boolean) | string[]} */ wanted) =>
    new Promise((resolve) => {
      const so = typeof wanted === 'function' ? wanted : () => wanted.every(there);
      const look = () => (so() ? afterFrame(() => resolve(performance.now())) : requestAnimationFrame(look));
      look();
    });
  Object.assign(window, { painted });
}

/**
 * When everything that the selectors find was painted, and when the page had also answered a click on a button.
 *
 * @param {{ shown: string[], button: string, answer: string }} wanted
 */
export async function usable({ shown, button, answer }) {
  const { painted } = /** @type {any} */ (window);
  const shownMs = await painted(shown);
  const answered = painted([answer]);
  for (let tries = 0; tries < 100 && !document.querySelector(answer); tries++) {
    // Before the page listens, a click is lost.
    /** @type {HTMLElement | null} */ (document.querySelector(button))?.click();
    await Promise.race([answered, new Promise((resolve) => setTimeout(resolve, 100))]);
  }
  return { shownMs, usableMs: await answered };
}

/** Types a word into the search of the list; from there to its rows painted. @param {string} word */
export async function filtered(word) {
  const { painted } = /** @type {any} */ (window);
  const field = /** @type {HTMLInputElement} */ (document.querySelector('[data-search-runs]'));
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  const names = () => [...document.querySelectorAll('[data-open-run]')].map((link) => link.textContent).join('\n');
  // Before the page listens, what is typed is lost.
  await painted(() => Object.keys(field).some((key) => key.startsWith('__reactProps')));
  const before = names();
  const isNarrowed = () => document.querySelector('main [aria-busy="true"]') === null && names() !== before;
  const beganMs = performance.now();
  setValue?.call(field, word);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  return (await painted(isNarrowed)) - beganMs;
}

/**
 * Kilobytes of the scripts that the page's document names, as they were sent, by their address. Parts that the page asks for
 * itself, once it is shown, are none of these: how many of them have come by now depends on the machine.
 *
 * @param {string} document as the server sent it
 */
export function scriptsSent(document) {
  const entries = /** @type {PerformanceResourceTiming[]} */ (performance.getEntriesByType('resource'));
  const asked = (/** @type {string} */ path) => path.endsWith('.js') && document.includes(path);
  const scripts = entries.filter(({ name }) => asked(new URL(name).pathname));
  return scripts.map(
    ({ name, encodedBodySize }) => /** @type {const} */ ([new URL(name).pathname, encodedBodySize / 1000]),
  );
}
