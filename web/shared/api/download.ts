import { success, whole } from './call.ts';

/** A file may be large and the connection slow. In milliseconds. */
const FILE_MS_MAX = 600_000;

/** Downloads a file of the site with its name. Throws as `call` does. */
export async function download(path: string): Promise<{ name: string; content: Blob }> {
  const response = await success(path, { credentials: 'include' }, FILE_MS_MAX);
  const disposition = response.headers.get('content-disposition') ?? '';
  const name = /filename="([^"]+)"/.exec(disposition)?.[1] ?? 'download';
  return { name, content: await whole(response.blob()) };
}
