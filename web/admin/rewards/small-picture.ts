/** Larger than what the server draws of it, and small enough to send. */
const [WIDTH_MAX, HEIGHT_MAX] = [512, 384];
const QUALITY = 0.9;

/**
 * Returns a picture file of any kind that this browser can show as a small WebP, or as a PNG where it writes no WebP, in Base64.
 * Throws if it cannot show it.
 */
export async function smallPicture(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, WIDTH_MAX / picture.width, HEIGHT_MAX / picture.height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return canvas.toDataURL('image/webp', QUALITY).replace(/^[^,]*,/, '');
}
