import path from 'node:path';

/**
 * What the API writes to in the data folder. Where root starts the instance they belong to the user that the API runs as, and all else there
 * is closed to it: the starter, plain JavaScript, reads this list too.
 */
export const DATA_FOLDERS = /** @type {const} */ (['blobs', 'blobs-waiting', 'tls']);

/** @param {string} data @param {(typeof DATA_FOLDERS)[number]} name */
export const inData = (data, name) => path.join(data, name);
