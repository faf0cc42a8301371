// @ts-check
/**
 * Runs TypeScript, for `node --import`. Without tsx's cache, which lies in a folder of /tmp: another user may have made that first, and what
 * lies in it is run, also as root.
 */
process.env.TSX_DISABLE_CACHE = '1';
await import('tsx');
