import type { ServerResponse } from 'node:http';
import { createServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { crc32, deflateSync } from 'node:zlib';
import { Transformer } from '@napi-rs/image';
import { afterAll, describe, expect, test } from 'vitest';
import { selfSigned } from '#testing/certificate.ts';
import { GIF_FILE, pictureFile } from '#testing/pictures.ts';
import { pictureDrawer } from './draw.ts';
import { pictureFetcher } from './fetch.ts';

/** A host that answers each path as `answers` says. */
const certificate = selfSigned();
const answers = new Map<string, (response: ServerResponse) => void>();
const asked: string[] = [];
const host = createServer(certificate satisfies ServerOptions, ({ url = '' }, response) => {
  asked.push(url);
  answers.get(url)?.(response);
});
await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
afterAll(() => {
  host.closeAllConnections();
  host.close();
});
const at = (path: string) => new URL(path, `https://127.0.0.1:${(host.address() as AddressInfo).port}`);
const near = { isAllowed: () => true, ca: certificate.cert };
const fetchNear = pictureFetcher(near);
const drawer = pictureDrawer();
const draw = (bytes: Uint8Array) => drawer(bytes, 'square');

const png = await pictureFile('png');

/** A PNG of one bit a pixel, all of them alike: some kilobytes that become gigabytes. */
function bomb(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const body = Buffer.concat([Buffer.from(type), data]);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const row = Math.ceil(side / 8) + 1;
  const data = deflateSync(Buffer.alloc(row * Math.min(side, 2_000)));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const [jpeg, webp] = [await pictureFile('jpeg'), await pictureFile('webp')];
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const frameAt = jpeg.indexOf(hex('ffc0'));
const frameEnd = frameAt + 2 + jpeg.readUInt16BE(frameAt + 2);

/** The frame of the JPEG with another size. */
function jpegFrame(side: number): Buffer {
  const frame = Buffer.from(jpeg.subarray(frameAt, frameEnd));
  frame.writeUInt16BE(side, 5);
  frame.writeUInt16BE(side, 7);
  return frame;
}

/** A gray JPEG of 2,048 by 2,048 pixels that is drawn in so many passes, each over all of its blocks in 16 bytes. */
function jpegInPasses(passes: number): Buffer {
  const zeros = (count: number) => '00'.repeat(count);
  const start = hex(`ffd8 ffdb 0043 00 ${'01'.repeat(64)} ffc2 000b 08 0800 0800 01 011100`);
  // One code for the mean of a block, 0; two for runs of empty blocks, 32,767 and two.
  const codes = hex(`ffc4 0014 00 01${zeros(15)} 00 ffc4 0015 10 0101${zeros(14)} e010`);
  const means = hex(`ffda 0008 01 0100 000000 ${zeros(8_192)}`);
  const pass = hex('ffda 0008 01 0100 013f00 7ffeff00fe7f');
  return Buffer.concat([start, codes, means, ...Array<Buffer>(passes - 1).fill(pass), hex('ffd9')]);
}

/** The JPEG with these bytes as its first segment, and the frame that it has, or none. */
const jpegBehind = (first: Buffer, frame = jpeg.subarray(frameAt, frameEnd)) =>
  Buffer.concat([jpeg.subarray(0, 2), first, jpeg.subarray(2, frameAt), frame, jpeg.subarray(frameEnd)]);

function webpChunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(type);
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

/** A WebP with a canvas of 16 by 16 pixels around these chunks. */
function webpAround(...chunks: Buffer[]): Buffer {
  const canvas = webpChunk('VP8X', hex('00000000 0f0000 0f0000'));
  const body = Buffer.concat([Buffer.from('WEBP'), canvas, ...chunks]);
  const head = Buffer.alloc(8);
  head.write('RIFF');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}

/** The chunk of a lossy frame that says to be so large. */
function lossyFrame(side: number): Buffer {
  const chunk = Buffer.from(webp.subarray(webp.indexOf('VP8 ')));
  chunk.writeUInt16LE(side, 8 + 6);
  chunk.writeUInt16LE(side, 8 + 8);
  return chunk;
}

/** The beginning of a lossless frame that says to be so large. */
function losslessFrame(side: number): Buffer {
  const data = Buffer.alloc(64, 0x2f);
  data.writeUInt32LE((side - 1) | ((side - 1) << 14), 1);
  return webpChunk('VP8L', data);
}

describe('a picture is drawn anew', () => {
  const metadataOf = (drawn: Uint8Array) => new Transformer(drawn).metadata(true);

  test.each(['png', 'jpeg', 'webp'] as const)('of a %s, as a square WebP', async (format) => {
    const drawn = await draw(await pictureFile(format));
    expect(await metadataOf(drawn)).toMatchObject({ format: 'webp', width: 192, height: 192 });
  });

  test('whole, where nothing may be cut away', async () => {
    expect(await metadataOf(await drawer(png, 'whole'))).toMatchObject({ width: 256, height: 171 });
    const tall = await Transformer.fromRgbaPixels(new Uint8Array(4 * 10 * 500), 10, 500).png();
    expect(await metadataOf(await drawer(tall, 'whole'))).toMatchObject({ height: 192 });
  });

  test('without what it says about itself', async () => {
    const text = Buffer.from('where it was taken');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(text.length + 2);
    const plain = await pictureFile('jpeg');
    const comment = Buffer.concat([Buffer.from('fffe', 'hex'), length, text]);
    const told = Buffer.concat([plain.subarray(0, 2), comment, plain.subarray(2)]);
    const drawn = await draw(told);
    expect(Buffer.from(drawn).includes(text)).toBe(false);
    expect((await metadataOf(drawn)).exif).toBeUndefined();
  });

  test('of a JPEG that begins with its frame', async () => {
    const drawn = await draw(jpegBehind(jpegFrame(300), Buffer.alloc(0)));
    expect((await metadataOf(drawn)).width).toBe(192);
  });

  test('as far as it goes', async () => {
    const drawn = await draw((await pictureFile('jpeg')).subarray(0, 700));
    expect((await metadataOf(drawn)).width).toBe(192);
  });
});

const [tiff, avif] = [await pictureFile('tiff'), await pictureFile('avif')];

describe('a picture is refused', () => {
  test('that is no bigger than some kilobytes and has 50,000 by 50,000 pixels', async () => {
    const small = bomb(50_000);
    expect(small.length).toBeLessThan(100_000);
    await expect(draw(small)).rejects.toMatchObject({ fault: 'too_large' });
  });

  test('that is a hundred times as long as it is wide: a square is cut from all of it, drawn large', async () => {
    const line = (length: number) => Transformer.fromRgbaPixels(new Uint8Array(4 * length), length, 1).png();
    await expect(draw(await line(101))).rejects.toMatchObject({ fault: 'too_large' });
    expect((await draw(await line(100))).length).toBeGreaterThan(0);
  });

  test('that is a JPEG with its frame first, and behind its end a smaller one', async () => {
    // A reader that takes what is behind the frame for segments comes from the zeros to the second frame.
    const scan = jpeg.indexOf(hex('ffda'));
    const scanData = scan + 2 + jpeg.readUInt16BE(scan + 2);
    const end = Buffer.concat([
      Buffer.alloc(20_000),
      hex('08 ffd9 00000000'),
      jpegFrame(16),
      Buffer.alloc(300),
    ]);
    const told = jpegBehind(jpegFrame(3_000), Buffer.alloc(0));
    const file = Buffer.concat([told.subarray(0, scanData), end]);
    await expect(draw(file)).rejects.toMatchObject({ fault: 'too_large' });
  });

  test('that is a JPEG in more passes than any program writes', async () => {
    expect((await draw(jpegInPasses(50))).length).toBeGreaterThan(0);
    await expect(draw(jpegInPasses(200))).rejects.toMatchObject({ fault: 'broken' });
  });

  test.each([
    ['two frames', jpegFrame(16)],
    ['a byte between two segments', hex('fffe 0002 00')],
    ['padding between two segments', hex('ff fffe 0002')],
    ['a marker that has no length', hex('ffd0')],
    ['a segment shorter than its length', hex('fffe 0000')],
  ])('that is a JPEG with %s', async (_, first) => {
    await expect(draw(jpegBehind(first))).rejects.toMatchObject({ fault: 'broken' });
  });

  test.each([
    ['lossy', lossyFrame(3_000)],
    ['lossless', losslessFrame(3_000)],
    ['behind another chunk', Buffer.concat([webpChunk('EXIF', Buffer.alloc(5)), lossyFrame(3_000)])],
    ['behind a smaller one', Buffer.concat([losslessFrame(16), lossyFrame(3_000)])],
  ])('that is a WebP with a larger frame than its canvas: %s', async (_, frame) => {
    await expect(draw(webpAround(frame))).rejects.toMatchObject({ fault: 'too_large' });
  });

  test('that is a WebP with moving frames', async () => {
    const frame = webpChunk('ANMF', Buffer.concat([Buffer.alloc(16), lossyFrame(16)]));
    await expect(draw(webpAround(frame))).rejects.toMatchObject({ fault: 'kind' });
  });

  test('that is a drawing with a script, whatever it is called', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
    await expect(draw(Buffer.from(svg))).rejects.toMatchObject({ fault: 'kind' });
    await expect(draw(Buffer.from(`\x89PNG\r\n\x1a\n${svg}`, 'latin1'))).rejects.toMatchObject({
      fault: 'broken',
    });
  });

  test.each([
    ['nothing', Buffer.alloc(0), 'kind'],
    ['a page', Buffer.from('<!doctype html><img src=x>'), 'kind'],
    ['a TIFF', tiff, 'kind'],
    ['an AVIF', avif, 'kind'],
    ['a GIF', GIF_FILE, 'kind'],
    ['half of a PNG', png.subarray(0, png.length / 2), 'broken'],
    ['the beginning of a JPEG', Buffer.from([0xff, 0xd8, 0xff]), 'broken'],
  ])('%s', async (_, bytes, fault) => {
    await expect(draw(bytes)).rejects.toMatchObject({ fault });
  });

  test('on a machine for which the library has no build', async () => {
    const without = pictureDrawer(() => Promise.reject(new Error('no build')));
    await expect(without(png, 'square')).rejects.toMatchObject({ fault: 'library' });
  });
});

describe('a picture is fetched', () => {
  test('as it is', async () => {
    answers.set('/fine.png', (response) => response.end(png));
    expect(await fetchNear(at('/fine.png'))).toEqual(png);
  });

  test('from the public internet alone, whether by number or by name', async () => {
    const strict = pictureFetcher({ ca: certificate.cert });
    answers.set('/private.png', (response) => response.end(png));
    const url = at('/private.png');
    await expect(strict(url)).rejects.toMatchObject({ fault: 'address' });
    url.hostname = 'localhost';
    await expect(strict(url)).rejects.toMatchObject({ fault: 'address' });
    url.protocol = 'http:';
    await expect(fetchNear(url)).rejects.toMatchObject({ fault: 'address' });
    expect(asked).not.toContain('/private.png');
  });

  test('without following a redirect', async () => {
    answers.set('/inside.png', (response) => response.end(png));
    answers.set('/leads.png', (response) =>
      response.writeHead(302, { location: String(at('/inside.png')) }).end(),
    );
    await expect(fetchNear(at('/leads.png'))).rejects.toMatchObject({ fault: 'redirect' });
    expect(asked).not.toContain('/inside.png');
  });

  test('not from a host without a right certificate, or with another status', async () => {
    await expect(pictureFetcher({ isAllowed: () => true })(at('/fine.png'))).rejects.toMatchObject({
      fault: 'connection',
    });
    answers.set('/gone.png', (response) => response.writeHead(404).end());
    await expect(fetchNear(at('/gone.png'))).rejects.toMatchObject({ fault: 'status' });
  });

  test('not from a host that switches protocols', async () => {
    answers.set('/switched.png', (response) =>
      response.writeHead(101, { connection: 'Upgrade', upgrade: 'other' }).end(),
    );
    await expect(fetchNear(at('/switched.png'))).rejects.toMatchObject({ fault: 'connection' });
  });

  test('for a time, though the host goes on to send a byte now and then', async () => {
    let timer: NodeJS.Timeout | undefined;
    answers.set('/drops.png', (response) => {
      response.write('\x89');
      timer = setInterval(() => response.write('P'), 20);
    });
    const hasty = pictureFetcher({ ...near, timeoutMs: 500 });
    await expect(hasty(at('/drops.png'))).rejects.toMatchObject({ fault: 'timeout' });
    clearInterval(timer);
  });

  test('up to a size, though the host never ends', async () => {
    let sent = 0;
    let closed = false;
    answers.set('/endless.png', (response) => {
      response.on('close', () => {
        closed = true;
      });
      const more = () => {
        if (closed) return;
        sent += 65_536;
        response.write(Buffer.alloc(65_536), () => setImmediate(more));
      };
      more();
    });
    await expect(fetchNear(at('/endless.png'))).rejects.toMatchObject({ fault: 'too_large' });
    await expect.poll(() => closed).toBe(true);
    expect(sent).toBeGreaterThan(1_000_000);
  });
});
