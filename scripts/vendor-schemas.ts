import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Schema, Walk } from './declared-schemas.ts';
import type * as TypeScript from './typescript-api.ts';

/**
 * `node scripts/vendor-schemas.ts [folder]`: makes the JSON schemas with which the simulated vendors of
 * testing/payouts check requests, from the type declarations that the vendors publish. Requests are closed (a field
 * the vendor does not name is a fault), responses open. Needs the network; the results are committed.
 */

const PACKAGES = ['stripe@23.1.0', 'tremendous@4.12.0', 'typescript@5.9.3'];

interface Vendor {
  file: string;
  title: string;
  declarations: string[];
  requests: Record<string, string>;
  responses: Record<string, string>;
}

const STRIPE = 'node_modules/stripe/esm/resources';
const VENDORS: Vendor[] = [
  {
    file: 'stripe-issuing-contract.schema.json',
    title: 'stripe@23.1.0 issuing contract (generated from its .d.ts)',
    declarations: [
      `${STRIPE}/Issuing/Cardholders.d.ts`,
      `${STRIPE}/Issuing/Cards.d.ts`,
      `${STRIPE}/EphemeralKeys.d.ts`,
      `${STRIPE}/Balance.d.ts`,
    ],
    requests: {
      CardholderCreate: 'Issuing.CardholderCreateParams',
      CardCreate: 'Issuing.CardCreateParams',
      CardUpdate: 'Issuing.CardUpdateParams',
      EphemeralKeyCreate: 'EphemeralKeyCreateParams',
    },
    responses: { Cardholder: 'Cardholder', Card: 'Card', Balance: 'Balance', EphemeralKey: 'EphemeralKey' },
  },
  {
    file: 'tremendous-orders-contract.schema.json',
    title: 'tremendous@4.12.0 orders contract (generated from its .d.ts)',
    declarations: ['node_modules/tremendous/dist/api.d.ts'],
    requests: { OrderCreate: 'SingleRewardOrder' },
    responses: { OrderResponse: 'CreateOrder200Response', RewardLink: 'GenerateRewardLink200Response' },
  },
];

const target = process.argv[2] ?? path.join(import.meta.dirname, '../testing/payouts/schemas');
const workshop = await mkdtemp(path.join(tmpdir(), 'vendor-schemas-'));
try {
  await writeFile(path.join(workshop, 'package.json'), '{"private":true}');
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...PACKAGES], {
    cwd: workshop,
    stdio: 'inherit',
  });
  const ts = createRequire(path.join(workshop, 'package.json'))('typescript') as TypeScript.Api;
  for (const vendor of VENDORS) {
    const text = JSON.stringify(schemaOf(ts, vendor), null, 2);
    const formatted = execFileSync('biome', ['format', '--stdin-file-path', vendor.file], { input: text });
    await writeFile(path.join(target, vendor.file), formatted);
  }
} finally {
  await rm(workshop, { recursive: true });
}

function schemaOf(ts: TypeScript.Api, vendor: Vendor): Schema {
  const files = vendor.declarations.map((file) => path.join(workshop, file));
  const program = ts.createProgram(files, { strict: true, noEmit: true, skipLibCheck: true });
  const walk = new Walk(ts, program.getTypeChecker());
  const named: Record<string, Schema> = {};
  for (const side of ['requests', 'responses'] as const) {
    for (const [name, typeName] of Object.entries(vendor[side])) {
      const type = files.map((file) => walk.find(program.getSourceFile(file), typeName)).find(Boolean);
      if (!type) throw new Error(`${vendor.title} has no ${typeName}`);
      named[name] = walk.schema(type, side === 'requests');
    }
  }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: vendor.title,
    $defs: { ...walk.definitions, ...named },
  };
}
