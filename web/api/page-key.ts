import { PAGE_KEY_FRAGMENT } from '@contract/page-key';

const KEPT = 'millionrps-page-key';
/** Where storage is forbidden, it is kept as long as the page is. */
let key: string | null = null;

/** The half of the session that only pages of this origin hold; null where it is not known here. */
export function pageKey(): string | null {
  try {
    // Another tab may have signed in since.
    return localStorage.getItem(KEPT) ?? key;
  } catch {
    return key;
  }
}

export function keepPageKey(given: string): void {
  key = given;
  try {
    localStorage.setItem(KEPT, given);
  } catch {
    // It holds for this page.
  }
}

/**
 * A sign-in link leads to a page with the key in its address: it is kept, and leaves the address. As text in the page's head, for
 * Next reads the address before any module runs, and would put it back.
 */
export const PAGE_KEY_SCRIPT = `(function(){var given=/^#${PAGE_KEY_FRAGMENT}=([\\w-]+)$/.exec(location.hash);if(!given)return;
try{localStorage.setItem('${KEPT}',given[1])}catch(e){}
history.replaceState(null,'',location.pathname+location.search)})();`;
