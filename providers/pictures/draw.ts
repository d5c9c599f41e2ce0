import { type DrawPicture, PictureFailure } from '#domain/earning/index.ts';
import { sizeOf } from './size.ts';

/** Pixels of what is drawn. */
const SIZES = { square: { width: 192, height: 192 }, whole: { width: 256, height: 192 } };
const QUALITY = 80;
/** Pixels of a picture that is looked at, which take four bytes each while it is drawn. */
const PIXELS_MAX = 2_048 * 2_048;
/** The longer side to the shorter. Before a square is cut out, all of the picture is drawn, as high or wide as the square. */
const RATIO_MAX = 100;
const BYTES_MAX = 32_768;

type Library = Pick<typeof import('@napi-rs/image'), 'ResizeFit' | 'Transformer'>;

/**
 * Draws pictures anew: a PNG, JPEG or WebP as a small WebP without metadata. What such a file holds
 * besides does not reach a browser. A JPEG that ends early is drawn as far as it goes. `load` returns the library, which has no
 * build for some machines.
 */
export function pictureDrawer(load: () => Promise<Library> = () => import('@napi-rs/image')): DrawPicture {
  return async (bytes, shape) => {
    requireSize(bytes);
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

function requireSize(bytes: Uint8Array): void {
  const { width, height } = sizeOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const ratio = Math.max(width, height) / Math.min(width, height);
  if (width * height > PIXELS_MAX || ratio > RATIO_MAX) throw new PictureFailure('too_large');
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
