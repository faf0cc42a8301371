/** What has the focus before something opens over the page; for an entry of a menu, the button of the menu. */
export function openerNow(): HTMLElement | null {
  if (typeof document === 'undefined') return null;
  const focused = document.activeElement;
  const menu = focused?.closest('[role="menu"]');
  const opener = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : focused;
  if (!(opener instanceof HTMLElement) || opener === document.body) return null;
  around.set(opener, opener.closest<HTMLElement>('[role="dialog"]'));
  return opener;
}

/** The dialog that it stood in: behind one, nothing of the page can have the focus. */
const around = new WeakMap<HTMLElement, HTMLElement | null>();

/** Back to where the focus came from; when that is gone, to the dialog that it was in, else to the content of the page. */
export function returnFocus(opener: HTMLElement | null): void {
  opener?.focus();
  if (opener !== null && document.activeElement === opener) return;
  const dialog = opener && around.get(opener);
  if (dialog?.isConnected) dialog.focus();
  else focusMain();
}

export const focusMain = (): void => document.getElementById('main')?.focus({ preventScroll: true });
