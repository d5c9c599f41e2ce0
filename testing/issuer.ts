import {
  createHash,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterwards } from './afterwards.ts';

/**
 * Another site whose accounts sign in here: an OpenID Connect issuer on the loopback, closed after the test file. It checks
 * what is sent to it as a strict one does, everybody agrees at once, and it can be told to lie.
 */
export interface TestIssuer {
  url: string;
  /** The setting of a site that knows it by this id, under the name `Elsewhere`. */
  settings: (more?: object) => object;
  /** Who signs in there: claims of the next ID token. */
  person: Record<string, unknown>;
  /** What it tells only to those who ask for it with the access token; undefined where it tells nothing so. */
  userinfo: Record<string, unknown> | undefined;
  /** What it says in the place of the truth. */
  lie: Lies;
  /** What a site has asked wrongly. */
  faults: string[];
  /** Goes where a browser would be sent, agrees, and returns the address to which it is sent back. */
  agree: (address: string) => Promise<URL>;
}

interface Lies {
  /** Claims of the ID token; one that is undefined is left out. */
  claims?: Record<string, unknown>;
  /** Header of the ID token. `none` leaves the signature out. */
  alg?: 'none';
  /** Signs with a key that it does not publish. */
  wrongKey?: boolean;
  /** Parameters with which the browser comes back. */
  parameters?: Record<string, string>;
  /** What it says about itself. */
  discovery?: Record<string, unknown>;
  /** A path that is never answered, answered by a redirect, by what is no answer, or by a very long one. */
  path?: {
    of: '/.well-known/openid-configuration' | '/token' | '/jwks';
    does: 'silent' | 'redirect' | 'fail' | 'long';
  };
  /** Takes a code more than once. */
  replays?: boolean;
}

const CLIENT = { id: 'pocketful', secret: 'a secret of / two : parts' };
const KEY_ID = 'key-1';
const LONG_BYTES = 1024 * 1024;

const makeKey = (): KeyObject => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

interface Grant {
  challenge: string;
  redirectUri: string;
  nonce: string;
  used: boolean;
}

export async function startIssuer(): Promise<TestIssuer> {
  const key = makeKey();
  const strangersKey = makeKey();
  const grants = new Map<string, Grant>();
  const accessToken = randomBytes(16).toString('base64url');
  const server = createServer((request, response) => {
    handle(request, response).catch((error: Error) => {
      issuer.faults.push(error.message);
      response.writeHead(400, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ error: 'invalid_request', error_description: error.message }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  afterwards(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer: TestIssuer = {
    url,
    settings: (more) => ({
      id: 'elsewhere',
      name: 'Elsewhere',
      issuer: url,
      clientId: CLIENT.id,
      clientSecret: CLIENT.secret,
      ...more,
    }),
    person: { sub: 'person-1', email: 'robin@example.com', email_verified: true, name: 'Robin' },
    userinfo: undefined,
    lie: {},
    faults: [],
    agree: async (address) => {
      const answer = await fetch(address, { redirect: 'manual' });
      const location = answer.headers.get('location');
      if (!location) throw new Error(`${answer.status}: ${await answer.text()}`);
      return new URL(location);
    },
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    const { path } = issuer.lie;
    if (path?.of === pathname && misbehave(response, path.does)) return;
    const json = (body: object) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    if (pathname === '/.well-known/openid-configuration') return json(discovery());
    if (pathname === '/jwks') {
      const jwk = createPublicKey(key).export({ format: 'jwk' });
      return json({ keys: [{ ...jwk, kid: KEY_ID, use: 'sig', alg: 'RS256' }] });
    }
    if (pathname === '/userinfo') {
      require(request.headers.authorization === `Bearer ${accessToken}`, 'the access token');
      return json(issuer.userinfo ?? {});
    }
    if (pathname === '/authorize') return authorize(searchParams, response);
    if (pathname === '/token') return json(await exchange(request));
    response.writeHead(404).end();
  }

  const discovery = () => ({
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    jwks_uri: `${url}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    ...(issuer.userinfo ? { userinfo_endpoint: `${url}/userinfo` } : {}),
    ...issuer.lie.discovery,
  });

  function authorize(asked: URLSearchParams, response: ServerResponse): void {
    const of = (name: string) => asked.get(name) ?? '';
    const redirectUri = of('redirect_uri');
    require(/^http:\/\/[^/]+\/identity\/[\w-]+$/.test(redirectUri), `redirect_uri is ${redirectUri}`);
    require(of('client_id') === CLIENT.id, 'client_id');
    require(of('response_type') === 'code', 'response_type');
    require(of('scope').split(' ').includes('openid'), 'scope');
    require(of('code_challenge_method') === 'S256' && of('code_challenge').length === 43, 'PKCE');
    require(of('state').length >= 22 && of('nonce').length >= 22, 'state and nonce');
    const code = randomBytes(16).toString('base64url');
    grants.set(code, { challenge: of('code_challenge'), redirectUri, nonce: of('nonce'), used: false });
    const fields = { code, state: of('state'), iss: url, ...issuer.lie.parameters };
    if (of('response_mode') === 'form_post') {
      const inputs = Object.entries(fields).map(([name, value]) => `<input name="${name}" value="${value}">`);
      response.writeHead(200, { 'Content-Type': 'text/html' });
      response.end(
        `<form method="post" action="${redirectUri}">${inputs.join('')}<button>Agree</button></form>`,
      );
      return;
    }
    response.writeHead(302, { Location: `${redirectUri}?${new URLSearchParams(fields)}` }).end();
  }

  async function exchange(request: IncomingMessage): Promise<object> {
    const form = new URLSearchParams(await textOf(request));
    const basic = Buffer.from(`${CLIENT.id}:${encodeURIComponent(CLIENT.secret).replaceAll('%20', '+')}`);
    require(request.headers.authorization ===
      `Basic ${basic.toString('base64')}`, 'the secret of the client');
    require(form.get('grant_type') === 'authorization_code', 'grant_type');
    const grant = grants.get(form.get('code') ?? '');
    if (!grant) throw new Error('there is no such code');
    require(!grant.used || issuer.lie.replays === true, 'the code was used before');
    grant.used = true;
    require(form.get('redirect_uri') === grant.redirectUri, 'redirect_uri is another one');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    require(challenge === grant.challenge, 'code_verifier');
    return {
      access_token: accessToken,
      token_type: 'Bearer',
      id_token: idToken(grant),
    };
  }

  function idToken({ nonce }: Grant): string {
    const now = Math.floor(Date.now() / 1000);
    const { alg = 'RS256', claims, wrongKey } = issuer.lie;
    const truth = { iss: url, aud: CLIENT.id, iat: now, exp: now + 300, nonce, ...issuer.person };
    const signed = `${encode({ alg, kid: KEY_ID })}.${encode({ ...truth, ...claims })}`;
    if (alg === 'none') return `${signed}.`;
    return `${signed}.${sign('sha256', Buffer.from(signed), wrongKey ? strangersKey : key).toString('base64url')}`;
  }
  return issuer;
}

function misbehave(response: ServerResponse, does: NonNullable<Lies['path']>['does']): true {
  if (does === 'redirect') response.writeHead(302, { Location: '/elsewhere' }).end();
  if (does === 'fail') response.writeHead(503).end('later');
  if (does === 'long') {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ text: 'x'.repeat(LONG_BYTES) }));
  }
  return true;
}

function require(condition: boolean, fault: string): void {
  if (!condition) throw new Error(fault);
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
}
