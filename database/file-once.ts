import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, readFile, rm, writeFile } from 'node:fs/promises';

/**
 * The text of a file that is made once, with this text, and that only its user can read. Of processes that make it at the same
 * time one writes it and the others read it; a full disk, a kill or a loss of power leaves no part of it.
 */
export async function fileOnce(file: string, text: string): Promise<string> {
  if (!existsSync(file)) await make(file, text);
  return readFile(file, 'utf8');
}

async function make(file: string, text: string): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(draft, text, { mode: 0o600, flush: true });
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
}
