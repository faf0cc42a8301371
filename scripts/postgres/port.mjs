// @ts-check
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';

/**
 * The port of the last start if it is still free, so that the URL stays; else any free one.
 *
 * @param {string} portFile
 */
export async function choosePort(portFile) {
  const remembered = Number(await readFile(portFile, 'utf8').catch(() => ''));
  return (remembered && (await tryPort(remembered))) || tryPort(0);
}

/**
 * @param {number} port 0 for any
 * @returns {Promise<number>} 0 when it is taken
 */
async function tryPort(port) {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return /** @type {import('node:net').AddressInfo} */ (server.address()).port;
  } catch {
    return 0;
  } finally {
    server.close();
  }
}
