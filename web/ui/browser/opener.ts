/** What has the focus before something opens over the page; for an entry of a menu, the button of the menu. */
export function openerNow(): HTMLElement | null {
  if (typeof document === 'undefined') return null;
  const focused = document.activeElement;
  const menu = focused?.closest('[role="menu"]');
  const opener = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : focused;
  if (!(opener instanceof HTMLElement) || opener === document.body) return null;
  beside.set(opener, placesBeside(opener));
  return opener;
}

/** Where the focus goes when an opener is gone with its row: a link that was revoked, a token that was deleted. */
const beside = new WeakMap<HTMLElement, HTMLElement[]>();

const REACHED = 'a[href], button, input, select, textarea';

/** The same control of the row below or above, then the dialog that it stands in. */
function placesBeside(opener: HTMLElement): HTMLElement[] {
  const row = opener.closest('tr, li');
  const place = row ? [...row.querySelectorAll(REACHED)].indexOf(opener) : -1;
  const rows = [row?.nextElementSibling, row?.previousElementSibling];
  const controls = rows.map((other) => other?.querySelectorAll<HTMLElement>(REACHED)[place]);
  return [...controls, opener.closest<HTMLElement>('[role="dialog"]')].filter((one) => one instanceof HTMLElement);
}

/** Back to where the focus came from; when that is gone, to what stood beside it, or to the content of the page. */
export function returnFocus(opener: HTMLElement | null): void {
  for (const place of opener ? [opener, ...(beside.get(opener) ?? [])] : []) {
    place.focus();
    if (document.activeElement === place) return;
  }
  focusMain();
}

export const focusMain = (): void => document.getElementById('main')?.focus({ preventScroll: true });
