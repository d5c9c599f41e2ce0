import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';

export interface Digest {
  bytes: number;
  sha256: string;
}

/** Writes a new file that only its user reads, and waits until the disk has it. Returns the digest of what it holds. */
export async function writeFileOf(
  source: Readable,
  file: string,
  { compress = false, stop }: { compress?: boolean; stop?: AbortSignal | undefined } = {},
): Promise<Digest> {
  const { count, digest } = digesting();
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
  if (compress) await pipeline(source, createZstdCompress(), count, target, { signal: stop });
  else await pipeline(source, count, target, { signal: stop });
  return digest();
}

/** Writes a file that has its name only once all of it is on the disk. */
export async function placeFile(source: Readable, file: string): Promise<void> {
  const partial = `${file}.partial`;
  // Of a restore that was killed.
  await rm(partial, { force: true });
  try {
    await writeFileOf(source, partial);
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
  await syncFolder(path.dirname(file));
}

export async function digestFile(file: string): Promise<Digest> {
  const { count, digest } = digesting();
  for await (const _ of count(createReadStream(file)));
  return digest();
}

type Pass = (chunks: AsyncIterable<Buffer>) => AsyncIterable<Buffer>;

function digesting(): { count: Pass; digest: () => Digest } {
  const hash = createHash('sha256');
  let bytes = 0;
  return {
    count: async function* (chunks) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    },
    digest: () => ({ bytes, sha256: hash.digest('hex') }),
  };
}

/** Gives a finished folder its name; a power cut leaves it whole or not there. */
export async function publish(partial: string, folder: string): Promise<void> {
  for (const entry of await readdir(partial, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) await syncFolder(path.join(entry.parentPath, entry.name));
  }
  await syncFolder(partial);
  await rename(partial, folder);
  await syncFolder(path.dirname(folder));
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

export const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });
