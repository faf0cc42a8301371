/** What has the focus before something opens over the page; for an entry of a menu, the button of the menu. */
export function openerNow(): HTMLElement | null {
  if (typeof document === 'undefined') return null;
  const focused = document.activeElement;
  const menu = focused?.closest('[role="menu"]');
  const opener = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : focused;
  return opener instanceof HTMLElement && opener !== document.body ? opener : null;
}

/** Back to where the focus came from; to the content of the page when that is gone. */
export function returnFocus(opener: HTMLElement | null): void {
  opener?.focus();
  if (opener === null || document.activeElement !== opener) focusMain();
}

export const focusMain = (): void => document.getElementById('main')?.focus({ preventScroll: true });
