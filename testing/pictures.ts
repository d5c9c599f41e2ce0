import { Transformer } from '@napi-rs/image';

/** A file of 300 by 200 pixels of one colour. */
export function pictureFile(
  format: 'png' | 'jpeg' | 'webp' | 'avif' | 'bmp' | 'tiff',
  colour: [red: number, green: number, blue: number] = [200, 0, 0],
): Promise<Buffer> {
  const [width, height] = [300, 200];
  const pixels = new Uint8Array(Array.from({ length: width * height }, () => [...colour, 255]).flat());
  return Transformer.fromRgbaPixels(pixels, width, height)[format]();
}

/** A GIF of one black pixel. */
export const GIF_FILE = Buffer.from('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==', 'base64');
