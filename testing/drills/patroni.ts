import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { chown, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startHaproxy } from '#testing/haproxy.ts';
import { freePort, runOps, temporaryFolder } from '#testing/process.ts';
import { freeze, kill, type Node } from '#testing/standby.ts';
import { startTwoServers } from '#testing/two-servers.ts';

/**
 * `node testing/drills/patroni.ts`: the failover of tests/faults/failover.test.ts, decided by Patroni instead of by a test.
 * Needs root and Debian's packages patroni, etcd-server, postgresql and haproxy; docs/failover.md says what it found.
 */

const BIN = '/usr/lib/postgresql/15/bin';
const PASSWORD = 'drill';
/** Patroni's shortest; a leader that is silent for so many seconds has lost. */
const TTL = 20;
const CHANGE_MS_MAX = 120_000;
const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
const postgres = { uid: id('-u'), gid: id('-g') };
const ends: (() => unknown)[] = [];

interface Member extends Node {
  rest: number;
  patroni: ChildProcess | undefined;
}

async function drill(): Promise<void> {
  const folder = await temporaryFolder();
  ends.push(folder.remove);
  const etcd = await startEtcd(folder.path);
  const members: [Member, Member] = [
    await newMember('db1', folder.path, etcd),
    await newMember('db2', folder.path, etcd),
  ];
  ends.push(() => Promise.all(members.map(lose)));
  members.forEach(startPatroni);
  let leader = await untilLeads(members);
  const other = () => (leader === members[0] ? members[1] : members[0]);
  await untilInStep(other());
  const [{ port: firstPort, rest: firstRest }, { port: secondPort, rest: secondRest }] = members;
  const { port, stop } = await startHaproxy('/usr/sbin/haproxy', 'patroni.cfg', {
    POSTGRES_1: `127.0.0.1:${firstPort}`,
    POSTGRES_2: `127.0.0.1:${secondPort}`,
    PATRONI_1: `127.0.0.1:${firstRest}`,
    PATRONI_2: `127.0.0.1:${secondRest}`,
  });
  ends.push(stop);
  const servers = await startTwoServers(urlOf(port));
  ends.push(servers.stop);
  const { load, paid, settings } = servers;
  await load.untilWell(performance.now());

  const fault = async (name: string, act: () => Promise<() => void>) => {
    const begun = performance.now();
    const undo = await act();
    leader = await untilLeads([other()]);
    const leads = performance.now();
    const errors = await load.untilWell(leads);
    const faults = load.calls.filter((call) => call.fault && call.ended > begun);
    const outage = Math.max(...faults.map(({ ended }) => ended)) - begun;
    undo();
    await untilInStep(other());
    console.log(
      `${name}: the other led after ${seconds(leads - begun)}, errors for ${seconds(errors)} after that, ${faults.length}` +
        ` calls failed within ${seconds(outage)}, in step again after ${seconds(performance.now() - begun)}`,
    );
  };
  await fault('machine dead', async () => {
    const dead = leader;
    await lose(dead);
    return () => startPatroni(dead);
  });
  await fault('machine silent', async () => {
    const { patroni } = leader;
    patroni?.kill('SIGSTOP');
    const { wake } = await freeze(leader);
    return () => {
      wake();
      patroni?.kill('SIGCONT');
    };
  });
  await fault('switch by plan', async () => {
    const body = JSON.stringify({ leader: leader.name });
    await fetch(`http://127.0.0.1:${leader.rest}/switchover`, { method: 'POST', body });
    return () => undefined;
  });

  await load.stop();
  const found = [...load.contradictions, ...(await load.differences())];
  const wanted = load.redemptions().toSorted().join();
  await until('Each redemption has its reward.', async () => paid().toSorted().join() === wanted);
  console.log(
    `${load.calls.length} calls, ${found.length} differences from the model`,
    ...found.slice(0, 10),
  );
  for (const command of ['audit', 'reconcile']) console.log((await runOps([command], settings)).output);
}

/** Returns the address for clients. */
async function startEtcd(folder: string): Promise<string> {
  const [clients, peers] = [await freePort(), await freePort()].map((port) => `http://127.0.0.1:${port}`);
  const flags = {
    'data-dir': path.join(folder, 'etcd'),
    'listen-client-urls': clients,
    'advertise-client-urls': clients,
    'listen-peer-urls': peers,
    'initial-advertise-peer-urls': peers,
    'initial-cluster': `default=${peers}`,
  };
  const etcd = spawn(
    'etcd',
    Object.entries(flags).map(([name, value]) => `--${name}=${value}`),
    { stdio: 'ignore' },
  );
  ends.push(() => etcd.kill('SIGKILL'));
  return new URL(clients ?? '').host;
}

async function newMember(name: string, folder: string, etcd: string): Promise<Member> {
  const dataDir = path.join(folder, name);
  await mkdir(dataDir);
  await chown(dataDir, postgres.uid, postgres.gid);
  const [port, rest] = [await freePort(), await freePort()];
  const address = `127.0.0.1:${port}`;
  const configuration = {
    scope: 'pocketful',
    name,
    restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` },
    etcd3: { host: etcd },
    bootstrap: {
      dcs: {
        ttl: TTL,
        loop_wait: 5,
        retry_timeout: 5,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, parameters: { wal_log_hints: 'on' } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }],
      pg_hba: ['host all all 127.0.0.1/32 scram-sha-256', 'host replication all 127.0.0.1/32 scram-sha-256'],
    },
    postgresql: {
      listen: address,
      connect_address: address,
      data_dir: path.join(dataDir, 'database'),
      bin_dir: BIN,
      pgpass: path.join(dataDir, 'pgpass'),
      parameters: { unix_socket_directories: dataDir, fsync: 'off' },
      authentication: {
        superuser: { username: 'postgres', password: PASSWORD },
        replication: { username: 'replicator', password: PASSWORD },
      },
    },
  };
  // JSON is YAML.
  await writeFile(configurationOf(dataDir), JSON.stringify(configuration));
  return { name, port, rest, dataDir, url: urlOf(port), patroni: undefined };
}

const configurationOf = (dataDir: string) => path.join(dataDir, 'patroni.yml');
const urlOf = (port: number) => `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`;
const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

function startPatroni(member: Member): void {
  const log = openSync(path.join(member.dataDir, 'patroni.log'), 'a');
  member.patroni = spawn('patroni', [configurationOf(member.dataDir)], {
    ...{ ...postgres, cwd: member.dataDir, stdio: ['ignore', log, log] },
  });
}

/** Ends Patroni and PostgreSQL, as if their machine had lost its power. */
async function lose(member: Member): Promise<void> {
  member.patroni?.kill('SIGKILL');
  await kill(member);
}

/** Waits until one of the members leads and can write; returns it. */
async function untilLeads(members: Member[]): Promise<Member> {
  let leader: Member | undefined;
  await until('A member leads.', async () => {
    for (const member of members) {
      const answer = await fetch(`http://127.0.0.1:${member.rest}/primary`).catch(() => undefined);
      if (answer?.ok) leader = member;
    }
    return leader !== undefined;
  });
  return leader as Member;
}

/** Waits until the member may become the leader without loss: the leader's commits wait for it, and Patroni has noted so. */
const untilInStep = (member: Member) =>
  until('The standby is in step.', async () => {
    return (await fetch(`http://127.0.0.1:${member.rest}/sync`)).ok;
  });

async function until(what: string, met: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + CHANGE_MS_MAX;
  while (!(await met().catch(() => false))) {
    if (Date.now() > end) throw new Error(`It did not come: ${what}`);
    await sleep(50);
  }
}

try {
  await drill();
} finally {
  for (const end of ends.reverse()) await end();
}
