/**
 * The second half of a browser's session. A cookie goes to every port of a host; this half stays with the pages of one
 * origin, which keep it and send it with whatever changes something.
 */
export const PAGE_KEY_HEADER = 'x-page-key';
/** Names it in the fragment of the address that a sign-in link leads to. */
export const PAGE_KEY_FRAGMENT = 'page-key';
