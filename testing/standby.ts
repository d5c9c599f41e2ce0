import { execFile } from 'node:child_process';
import { chown, copyFile, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { isAlive, startEmbedded } from '#database/embedded.ts';
import { send, signalCluster } from './cluster.ts';
import { WAIT } from './patience.ts';
import { freePort, temporaryFolder } from './process.ts';

/**
 * A place for a PostgreSQL that is a primary or a standby: `testing/database.ts` gives databases that need neither. What
 * pg_basebackup does is done here by hand, as the embedded package has no such program.
 */
export interface Node {
  name: string;
  port: number;
  dataDir: string;
  /** Connection string of the database `pocketful`; empty until it has run. */
  url: string;
}

const run = promisify(execFile);

/** A node that is removed after the test. */
export async function newNode(name: string): Promise<Node> {
  const folder = await temporaryFolder();
  const node = { name, port: await freePort(), dataDir: folder.path, url: '' };
  onTestFinished(async () => {
    await kill(node);
    await folder.remove();
  });
  return node;
}

/** Starts an empty cluster that lets HAProxy look whether it can write. */
export async function startPrimary(node: Node): Promise<void> {
  await startNode(node);
  await query(node, 'create role haproxy login');
  const rules = path.join(clusterOf(node), 'pg_hba.conf');
  await writeFile(rules, `host postgres haproxy 127.0.0.1/32 trust\n${await readFile(rules, 'utf8')}`);
  await query(node, 'select pg_reload_conf()');
}

/**
 * Makes the node anew as a standby of a running primary. Returns when each commit of the primary waits until the standby
 * has it on its disk.
 */
export async function startStandby(node: Node, primary: Node): Promise<void> {
  await copyCluster(primary, node);
  await startNode(node);
  await query(primary, `alter system set synchronous_standby_names = '${node.name}'`);
  await query(primary, 'select pg_reload_conf()');
  await until(async () => {
    const rows = await query(primary, `select from pg_stat_replication where sync_state = 'sync'`);
    return rows.length === 1;
  });
}

/** Makes a primary of the standby; returns when it can write. */
export async function promote(node: Node): Promise<void> {
  await query(node, 'select pg_promote(wait => true)');
}

/** Ends every process of the node at once, as if its machine had lost its power. */
export async function kill(node: Node): Promise<void> {
  const processes = await signalCluster(node.dataDir, 'SIGSTOP');
  send(processes, 'SIGKILL');
  for (const pid of processes) await until(async () => !(await isAlive(pid)));
}

/** Makes every process of the node stand still, as if its machine had fallen silent. `wake` ends that. */
export async function freeze(node: Node): Promise<{ wake: () => void }> {
  const processes = await signalCluster(node.dataDir, 'SIGSTOP');
  return { wake: () => send(processes, 'SIGCONT') };
}

/** Starts the node as what its files say. */
export async function startNode(node: Node): Promise<void> {
  const { url } = await startEmbedded(node.dataDir, {
    port: String(node.port),
    wal_keep_size: '512MB',
    fsync: 'off',
  });
  node.url = url;
}

async function copyCluster(from: Node, to: Node): Promise<void> {
  const [source, target] = [clusterOf(from), clusterOf(to)];
  await kill(to);
  await rm(target, { recursive: true, force: true });
  const backup = new pg.Client({ connectionString: from.url });
  await backup.connect();
  try {
    await backup.query(`select pg_backup_start('standby', fast => true)`);
    await copyFolder(source, target);
    // Everything that the copy lacks is streamed; with archiving off there is no segment to wait for.
    const { rows } = await backup.query('select labelfile from pg_backup_stop(wait_for_archive => false)');
    await give(target, 'backup_label', rows[0].labelfile);
  } finally {
    await backup.end();
  }
  await give(target, 'standby.signal', '');
  await copyFile(path.join(from.dataDir, 'database.password'), path.join(to.dataDir, 'database.password'));
  const conninfo = `${from.url}?application_name=${to.name}`;
  await give(target, 'postgresql.auto.conf', `primary_conninfo = '${conninfo}'\n`);
}

/** Writes a file that belongs to whom the cluster belongs to. */
async function give(cluster: string, name: string, text: string): Promise<void> {
  const file = path.join(cluster, name);
  await writeFile(file, text);
  const { uid, gid } = await stat(cluster);
  await chown(file, uid, gid);
}

/**
 * Copies the files of a running cluster, without its journal and its lock file. GNU tar ends with 1 for files that changed or
 * went while it read, which a backup expects, and with 2 for everything else.
 */
async function copyFolder(source: string, target: string): Promise<void> {
  await mkdir(target, { mode: 0o700 });
  const left = ['./postmaster.pid', './pg_wal/*', './pg_replslot/*'].map((name) => `--exclude=${name}`);
  const archive = `${target}.tar`;
  await run('tar', ['-C', source, '--warning=none', ...left, '-cf', archive, '.']).catch((error) => {
    if (error.code !== 1) throw error;
  });
  await run('tar', ['-C', target, '-xpf', archive]);
  await rm(archive);
}

const clusterOf = (node: Node) => path.join(node.dataDir, 'database');

async function query(node: Node, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: node.url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

async function until(met: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + WAIT.timeout;
  while (!(await met())) {
    if (Date.now() > end) throw new Error('A node was not in step in time.');
    await sleep(20);
  }
}
