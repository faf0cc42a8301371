// @ts-check
/**
 * A service as people write them: Node's http2 over TLS, which speaks HTTP/1.1 too. It counts what it was asked, by protocol.
 * Arguments: port, key, certificate, and the file that takes its count when it is ended.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createSecureServer } from 'node:http2';

const [port = '', key = '', cert = '', counts = ''] = process.argv.slice(2);
const options = { key: readFileSync(key), cert: readFileSync(cert), allowHTTP1: true };
/** @type {Record<string, number>} */
const served = {};

createSecureServer(options, (request, response) => {
  const { httpVersion, method, url } = request;
  if (url === '/health') return void response.end();
  const name = `${method} ${url} HTTP/${httpVersion}`;
  served[name] = (served[name] ?? 0) + 1;
  let bytes = 0;
  request.on('data', (piece) => {
    bytes += piece.length;
  });
  request.on('end', () => response.end(String(bytes)));
}).listen(Number(port), '127.0.0.1');

process.on('SIGTERM', () => {
  writeFileSync(counts, JSON.stringify(served));
  process.exit();
});
