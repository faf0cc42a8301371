import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** The emulator tells no prices: each type costs this much here, in the shape in which the pricing API says it. */
const USD_PER_HOUR = '0.17';

/** Stands before the emulator, and answers what a type costs. */
export async function startRecordedPrices(emulatorUrl: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = createServer(async (request, reply) => {
    if (request.headers['x-amz-target'] === 'AWSPriceListService.GetProducts') {
      request.resume();
      return reply.writeHead(200, { 'content-type': 'application/x-amz-json-1.1' }).end(answer());
    }
    const { host: _, connection: __, 'content-length': ___, expect: ____, ...headers } = request.headers;
    const body = await buffer(request);
    const asked = { method: request.method, headers: headers as Record<string, string>, body: new Uint8Array(body) };
    const told = await fetch(emulatorUrl + request.url, asked);
    return reply
      .writeHead(told.status, { 'content-type': told.headers.get('content-type') ?? 'text/xml' })
      .end(Buffer.from(await told.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(): string {
  const dimension = { unit: 'Hrs', pricePerUnit: { USD: USD_PER_HOUR } };
  const terms = { OnDemand: { 'ABC.JRTCKXETXF': { priceDimensions: { 'ABC.JRTCKXETXF.6YS6EN2CT7': dimension } } } };
  const product = { product: { productFamily: 'Compute Instance' }, serviceCode: 'AmazonEC2', terms };
  return JSON.stringify({ FormatVersion: 'aws_v1', PriceList: [JSON.stringify(product)] });
}
