// @ts-check
import { createInterface } from 'node:readline';

/**
 * Answers JSON-RPC requests, one per line, in the order they come, until stdin ends or a signal asks to stop.
 *
 * @param {object} options
 * @param {Record<string, import('./methods.mjs').Method>} options.methods
 * @param {() => string} options.panicMessage
 * @param {() => Promise<void>} options.close runs before the process ends
 */
export function serve({ methods, panicMessage, close }) {
  /** @type {number | null} */
  let idInFlight = null;
  let printId = 1_000_000;
  let queue = Promise.resolve();

  /** @param {object} message */
  const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  /** @param {string} content */
  const print = (content) => send({ id: printId++, method: 'print', params: { content } });
  /** @param {any} error */
  const sendError = (error) => {
    // is_panic stays false: true makes the CLI offer to send a report to Prisma, of an engine they did not ship.
    const data = {
      is_panic: false,
      error_code: error.code,
      message: panicMessage() || error.message || String(error),
      meta: error.meta,
    };
    send({ id: idInFlight, error: { code: 4466, message: 'The schema engine failed, see data.', data } });
  };

  /** @param {{ id: number, method: string, params: unknown }} request */
  async function answer({ id, method, params }) {
    idInFlight = id;
    try {
      const run = methods[method];
      if (!run) throw new Error(`The WebAssembly schema engine does not offer ${method}.`);
      send({ id, result: (await run(params, print)) ?? null });
    } catch (error) {
      sendError(error);
    }
    idInFlight = null;
  }

  let ending = false;
  /** @param {number} status */
  const end = async (status) => {
    if (ending) return;
    ending = true;
    await close();
    process.exit(status);
  };

  const lines = createInterface({ input: process.stdin });
  lines.on('line', (line) => {
    const request = JSON.parse(line);
    // The CLI also confirms each `print`; a confirmation names no method.
    if (request.method) queue = queue.then(() => answer(request));
  });
  lines.on('close', () => queue.then(() => end(0)));
  // The CLI sends SIGTERM right after it closes stdin; Ctrl-C may come in the middle of a command.
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => end(0));

  // A Rust panic inside an asynchronous method does not reject its promise: it arrives here and the request stays open.
  process.on('uncaughtException', (error) => {
    if (idInFlight !== null) sendError(error);
    end(1);
  });
}
