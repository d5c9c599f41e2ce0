/** Long enough for a browser that first asks whether the file may be saved. */
const KEPT_MS = 60_000;

/**
 * Makes the browser save the content as a file of this name. Safari reads the content after the click, in a turn of its own
 * (WebKit bug 211234), so its address is not taken back at once.
 */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
