import { imageSize } from 'image-size';
import { type DrawPicture, PictureFailure } from '#domain/earning/index.ts';

/** Pixels of what is drawn. */
const SIZES = { square: { width: 192, height: 192 }, whole: { width: 256, height: 192 } };
const QUALITY = 80;
/** Pixels of a picture that is looked at, which take four bytes each while it is drawn. */
const PIXELS_MAX = 2_048 * 2_048;
const BYTES_MAX = 32_768;

/** How files of the kinds that are read begin. Others are not looked at: formats of text can hold scripts and addresses. */
const BEGINNINGS: Record<string, RegExp> = {
  png: /^\x89PNG\r\n/,
  jpg: /^\xff\xd8\xff/,
  webp: /^RIFF[\s\S]{4}WEBP/,
};

type Library = Pick<typeof import('@napi-rs/image'), 'ResizeFit' | 'Transformer'>;

/**
 * Draws pictures anew: a PNG, JPEG or WebP as a small WebP without metadata. What such a file holds
 * besides does not reach a browser. A JPEG that ends early is drawn as far as it goes. `load` returns the library, which has no
 * build for some machines.
 */
export function pictureDrawer(load: () => Promise<Library> = () => import('@napi-rs/image')): DrawPicture {
  return async (bytes, shape) => {
    const beginning = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
    const kind = Object.keys(BEGINNINGS).find((name) => BEGINNINGS[name]?.test(beginning));
    if (!kind) throw new PictureFailure('kind');
    requireSize(bytes, kind);
    const library = await load().catch(() => {
      throw new PictureFailure('library');
    });
    const drawn = await draw(library, bytes, shape).catch(() => {
      throw new PictureFailure('broken');
    });
    if (drawn.length > BYTES_MAX) throw new PictureFailure('too_large');
    return drawn;
  };
}

/** Reads how large a picture is from its beginning, before anything is unpacked. */
function requireSize(bytes: Uint8Array, kind: string): void {
  let found: ReturnType<typeof imageSize>;
  try {
    found = imageSize(bytes);
  } catch {
    throw new PictureFailure('broken');
  }
  if (found.type !== kind) throw new PictureFailure('kind');
  if (found.width * found.height > PIXELS_MAX) throw new PictureFailure('too_large');
}

function draw(
  { ResizeFit, Transformer }: Library,
  bytes: Uint8Array,
  shape: keyof typeof SIZES,
): Promise<Buffer> {
  const fit = shape === 'square' ? ResizeFit.Cover : ResizeFit.Inside;
  return new Transformer(bytes)
    .rotate()
    .resize({ ...SIZES[shape], fit })
    .webp(QUALITY);
}
