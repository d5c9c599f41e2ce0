/** Reads what another system answers, and throws Error as soon as it is longer than that. */
export async function readBounded(body: AsyncIterable<Uint8Array> | null, bytesMax: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body ?? []) {
    size += piece.length;
    if (size > bytesMax) throw new Error('the answer is too long');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
