import { PictureFailure } from '#domain/earning/index.ts';

/** Pixels. */
interface Size {
  width: number;
  height: number;
}

/** The kinds that are read. Others are not looked at: formats of text can hold scripts and addresses. */
const KINDS: { begins: RegExp; read: (file: Buffer) => Size | undefined }[] = [
  { begins: /^\x89PNG\r\n/, read: ofPng },
  { begins: /^\xff\xd8\xff/, read: ofJpeg },
  { begins: /^RIFF[\s\S]{4}WEBP/, read: ofWebp },
];

/**
 * Reads how large a picture is before anything of it is unpacked. A decoder takes memory for the size that it finds itself, so
 * a file in which it could find another one is refused: anything before the size is passed over in exact steps.
 * Throws PictureFailure.
 */
export function sizeOf(file: Buffer): Size {
  const beginning = file.toString('latin1', 0, 12);
  const kind = KINDS.find(({ begins }) => begins.test(beginning));
  if (!kind) throw new PictureFailure('kind');
  const size = withinFile(() => kind.read(file));
  if (!size || size.width === 0 || size.height === 0) throw new PictureFailure('broken');
  return size;
}

/** Returns undefined if the file ends before what is read. */
function withinFile(read: () => Size | undefined): Size | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The header is the first chunk. */
function ofPng(file: Buffer): Size | undefined {
  if (file.toString('latin1', 6, 16) !== '\x1a\n\0\0\0\rIHDR') return undefined;
  return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
}

/** Frames that are drawn: baseline, extended, progressive. */
const JPEG_FRAMES = [0xffc0, 0xffc1, 0xffc2];
const JPEG_SCAN = 0xffda;
/** Tables, intervals, metadata and comments. Each names its length. */
const isPassedOver = (marker: number) =>
  [0xffc4, 0xffdb, 0xffdd, 0xfffe].includes(marker) || (marker >= 0xffe0 && marker <= 0xffef);

/** One frame stands among the segments before the first scan. Bytes between segments, which some decoders skip, are refused. */
function ofJpeg(file: Buffer): Size | undefined {
  let size: Size | undefined;
  for (let at = 2; ; at += 2 + file.readUInt16BE(at + 2)) {
    const marker = file.readUInt16BE(at);
    if (marker === JPEG_SCAN) return size;
    if (JPEG_FRAMES.includes(marker) && !size)
      size = { height: file.readUInt16BE(at + 5), width: file.readUInt16BE(at + 7) };
    else if (!isPassedOver(marker)) return undefined;
  }
}

/** The largest of what its chunks say: a decoder compares the frame with its canvas only after it has unpacked the frame. */
function ofWebp(file: Buffer): Size | undefined {
  const size = { width: 0, height: 0 };
  const include = (width: number, height: number) => {
    size.width = Math.max(size.width, width);
    size.height = Math.max(size.height, height);
  };
  for (let at = 12; at + 8 <= file.length; ) {
    const length = file.readUInt32LE(at + 4);
    const data = at + 8;
    switch (file.toString('latin1', at, data - 4)) {
      case 'VP8X':
        include(file.readUIntLE(data + 4, 3) + 1, file.readUIntLE(data + 7, 3) + 1);
        break;
      case 'VP8 ':
        include(file.readUInt16LE(data + 6) & 0x3fff, file.readUInt16LE(data + 8) & 0x3fff);
        break;
      case 'VP8L': {
        const bits = file.readUInt32LE(data + 1);
        include((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
        break;
      }
      // Its frames hold chunks of their own.
      case 'ANMF':
        throw new PictureFailure('kind');
    }
    at = data + length + (length % 2);
  }
  return size;
}
