/* Headers of requests that were made elsewhere: which of them are the request's own, and where secrets go. */

/** What the load generator writes itself, and what would make answers incomparable. */
const OF_TRANSPORT = new Set([
  'connection',
  'content-length',
  'host',
  'accept-encoding',
  'transfer-encoding',
  'upgrade',
  'te',
  'keep-alive',
  'proxy-connection',
  'expect',
]);

/** What a browser adds for its cache, its page and its connection, and a service does not ask for. */
const OF_BROWSERS = new Set([
  'cache-control',
  'dnt',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-unmodified-since',
  'pragma',
  'priority',
  'purpose',
  'range',
  'referer',
  'upgrade-insecure-requests',
  'x-client-data',
]);

/** Not a header of the request: pseudo headers of HTTP/2 are none either. */
export const isOfTransport = (name: string): boolean => OF_TRANSPORT.has(name.toLowerCase()) || name.startsWith(':');

export const isOfBrowser = (name: string): boolean => OF_BROWSERS.has(name.toLowerCase()) || /^sec-/i.test(name);

/** What is to be done on the client hosts before a request can take this secret. */
export const secretNote = (secret: string): string =>
  `The value of ${secret} was not kept. Put it into a file on each client, and name that in its host’s configuration file: "secrets": {"${secret}": {"file": "/etc/millionrps/${secret}"}}.`;
