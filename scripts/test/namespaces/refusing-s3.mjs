// @ts-check
import { request as ask, createServer } from 'node:http';

/**
 * Stands before an emulator of S3 and passes on what is asked, until it is told to refuse what writes: the emulator knows no refusals.
 *
 * @param {string} url of the emulator
 */
export async function startRefusingS3(url) {
  const state = { refuses: false, refused: 0 };
  const server = createServer((request, reply) => {
    const { method = '', headers } = request;
    if (state.refuses && method !== 'GET' && method !== 'HEAD') {
      state.refused += 1;
      request.resume().on('end', () => {
        reply.writeHead(403, { 'content-type': 'application/xml' });
        reply.end('<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>');
      });
      return;
    }
    const onward = ask(new URL(request.url ?? '/', url), { method, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(reply);
    });
    onward.on('error', () => reply.destroy());
    request.pipe(onward);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, state, stop };
}
