import { type ChildProcess, spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { selfSigned } from './certificate.ts';
import { freePort } from './process.ts';

/** The file that operators are given. */
const SITE = path.resolve(import.meta.dirname, '../deploy/nginx/pocketful.conf');

export interface Nginx {
  /** Origin of the site behind it, with a certificate that nobody has signed. */
  url: string;
  /** Where it answers plain http. */
  plainUrl: string;
  end: () => Promise<void>;
}

/**
 * Runs nginx with the file of `deploy/nginx`, in which only the ports and the paths of the certificate and of the logs are
 * others. `folder` takes its files.
 */
export async function startNginx(
  program: string,
  folder: string,
  port: number,
  servers: number[],
): Promise<Nginx> {
  const { key, cert } = selfSigned();
  const plainPort = await freePort();
  const at = (name: string) => path.join(folder, name);
  await Promise.all([writeFile(at('cert.pem'), cert), writeFile(at('cert.key'), key)]);
  const changes: [string, string][] = [
    ['listen 80;', `listen 127.0.0.1:${plainPort};`],
    ['    listen [::]:80;\n', ''],
    ['listen 443 ', `listen 127.0.0.1:${port} `],
    ['    listen [::]:443 ssl http2;\n', ''],
    ['/etc/nginx/rewards.example.pem', at('cert.pem')],
    ['/etc/nginx/rewards.example.key', at('cert.key')],
    ['/var/log/nginx/pocketful.log', at('pocketful.log')],
    ['/var/log/nginx/pocketful.error.log', at('pocketful.error.log')],
    ...servers.map((server, index): [string, string] => [
      `127.0.0.1:300${index + 1} `,
      `127.0.0.1:${server} `,
    ]),
  ];
  let site = await readFile(SITE, 'utf8');
  for (const [from, to] of changes) {
    if (!site.includes(from)) throw new Error(`${SITE} has no ${from}`);
    site = site.replaceAll(from, to);
  }
  await writeFile(at('site.conf'), site);
  await writeFile(at('nginx.conf'), mainFile(folder));
  const child = spawn(program, ['-c', at('nginx.conf'), '-e', at('error.log')], { stdio: 'inherit' });
  const exited = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  return {
    url: `https://127.0.0.1:${port}`,
    plainUrl: `http://127.0.0.1:${plainPort}`,
    end: () => endOf(child, exited),
  };
}

/**
 * Like Debian's it logs whole requests, unless a site says otherwise. Run by root, nginx gives its requests to another user,
 * who could not write here.
 */
const mainFile = (folder: string) => `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 2;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events {}
http {
  access_log ${folder}/access.log;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  include ${folder}/site.conf;
}
`;

async function endOf(child: ChildProcess, exited: Promise<void>): Promise<void> {
  child.kill();
  await exited;
}
