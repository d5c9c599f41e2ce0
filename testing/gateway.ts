import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy in front of the site that can lose its server, as while that is replaced: it then answers 502. */
export async function startGateway(siteUrl: string) {
  let isLost = false;
  const server = createServer((request, response) => {
    if (isLost) return response.writeHead(502).end();
    const { method, headers, url = '/' } = request;
    const asked = ask(new URL(url, siteUrl), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    asked.on('error', () => response.destroy());
    response.on('close', () => asked.destroy());
    request.pipe(asked);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = new URL(siteUrl);
  address.port = String((server.address() as AddressInfo).port);
  return {
    url: address.origin,
    lose: () => {
      isLost = true;
      server.closeAllConnections();
    },
    restore: () => {
      isLost = false;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
