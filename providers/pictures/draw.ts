import { PictureFailure, type PicturePorts } from '#domain/earning/index.ts';

/** Pixels of a side of what is drawn. */
const SIDE = 192;
const QUALITY = 80;
/** Pixels of a picture that is looked at, which take four bytes each while it is drawn. */
const PIXELS_MAX = 2_048 * 2_048;
const SECONDS_MAX = 5;
const BYTES_MAX = 32_768;

/** The readers of the library that strangers may reach; vector graphics, PDF and all others are blocked. */
const READERS = ['Png', 'Jpeg', 'Webp', 'Nsgif'].map((name) => `VipsForeignLoad${name}Buffer`);
/** How files of these kinds begin. */
const BEGINNINGS = [/^\x89PNG\r\n/, /^\xff\xd8\xff/, /^GIF8[79]a/, /^RIFF[\s\S]{4}WEBP/];

type Library = typeof import('sharp').default;

/**
 * Draws pictures anew: the first frame of a PNG, JPEG, WebP or GIF, cut to a square WebP of 192 pixels, without metadata.
 * What such a file holds besides does not reach a browser. `load` returns the library, which has no build for some machines.
 */
export function pictureDrawer(
  load: () => Promise<Library> = async () => (await import('sharp')).default,
): PicturePorts['drawPicture'] {
  let opened: Promise<Library> | undefined;
  return async (bytes) => {
    const beginning = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
    if (!BEGINNINGS.some((pattern) => pattern.test(beginning))) throw new PictureFailure('kind');
    opened ??= load().then(confine);
    const library = await opened.catch(() => {
      throw new PictureFailure('library');
    });
    const drawn = await draw(library, bytes).catch((error: unknown) => {
      const text = error instanceof Error ? error.message : '';
      throw new PictureFailure(/pixel limit|dimensions/i.test(text) ? 'too_large' : 'broken');
    });
    if (drawn.length > BYTES_MAX) throw new PictureFailure('too_large');
    return drawn;
  };
}

/** Leaves the library nothing but the readers above, one thread for a picture, and no memory of earlier ones. */
function confine(library: Library): Library {
  library.block({ operation: ['VipsForeignLoad'] });
  library.unblock({ operation: READERS });
  library.concurrency(1);
  library.cache(false);
  return library;
}

const draw = (library: Library, bytes: Uint8Array): Promise<Buffer> =>
  library(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error', sequentialRead: true, pages: 1 })
    .timeout({ seconds: SECONDS_MAX })
    .rotate()
    .resize(SIDE, SIDE, { fit: 'cover' })
    .webp({ quality: QUALITY })
    .toBuffer();
