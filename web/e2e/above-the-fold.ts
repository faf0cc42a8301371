import type { Page } from '@playwright/test';

export interface Seen {
  text: string;
  pictures: number;
  /** Runs and experiments of a list, as rows of its table or as cards. */
  rows: number;
}

/** The text and the pictures that are wholly within the window, unscrolled, and not hidden. */
export const seenAtOnce = (page: Page): Promise<Seen> =>
  page.evaluate(() => {
    const main = document.querySelector('main') ?? document.body;
    const isSeen = ({ top, bottom, width, height }: DOMRect): boolean =>
      width > 2 && height > 2 && top >= 0 && bottom <= window.innerHeight;
    const texts: string[] = [];
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(node);
      if (node.parentElement?.checkVisibility() && isSeen(range.getBoundingClientRect()))
        // A name that is cut in its middle is one word still.
        texts.push(node.textContent ?? '', node.parentElement.matches('[data-goes-on]') ? '' : ' ');
    }
    const drawn = [...main.querySelectorAll('svg, canvas, figure:has(svg > rect)')].filter((one) => {
      const box = one.getBoundingClientRect();
      return box.height >= 60 && box.width >= 200 && isSeen(box);
    });
    const rows = [...main.querySelectorAll('tbody tr:has([data-open-run]), li:has([data-open-run])')];
    return {
      text: texts.join('').replaceAll(/\s+/g, ' ').trim(),
      pictures: drawn.length,
      rows: rows.filter((one) => isSeen(one.getBoundingClientRect())).length,
    };
  });

/** Controls that a finger would miss: what can be hit of them is smaller than 44 px either way. */
export const tooSmall = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const least = 44;
    const controls = [...document.querySelectorAll('a[href], button, select, summary, input, [role=switch]')];
    return controls.flatMap((one) => {
      const box = one.getBoundingClientRect();
      // Skip links are for keys; what is hidden from everybody only carries a switch's value in its form.
      if (box.width < 2 || !one.checkVisibility() || one.closest('#skip-links, [aria-hidden=true]')) return [];
      // Links among the words of a sentence are as high as its lines.
      if (one.matches('a:not([class*=hit])') && one.closest('p, li, dd') && getComputedStyle(one).display === 'inline')
        return [];
      const beyond = getComputedStyle(one, '::after');
      const [width, height] = [box.width, box.height].map((size, at) =>
        Math.max(size, Number.parseFloat(at === 0 ? beyond.width : beyond.height) || 0),
      ) as [number, number];
      if (width >= least - 0.5 && height >= least - 0.5) return [];
      const name = one.getAttribute('aria-label') ?? one.textContent?.trim().slice(0, 40);
      return [`${one.tagName.toLowerCase()} ${name}: ${Math.round(width)} × ${Math.round(height)}`];
    });
  });
