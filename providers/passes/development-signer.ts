import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { AppleSigner } from './apple.ts';
import { makeSignerChain, type SignerChain } from './signer-chain.ts';

const FILE_NAME = 'development-passes.json';

/**
 * The signer of development: a chain of our own certificates in the form of Apple's, kept in the data folder. Phones
 * refuse what it signs.
 */
export async function developmentSigner(dataDir: string): Promise<AppleSigner> {
  const file = path.join(dataDir, FILE_NAME);
  try {
    return JSON.parse(await readFile(file, 'utf8')) as SignerChain;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  await mkdir(dataDir, { recursive: true });
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, JSON.stringify(await makeSignerChain()), { mode: 0o600 });
  try {
    // If two processes start at once, one keeps its chain and the other reads it.
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(draft);
  }
  return JSON.parse(await readFile(file, 'utf8')) as SignerChain;
}
