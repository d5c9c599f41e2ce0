import { resolveObjectURL } from 'node:buffer';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { saveFile } from './save-file.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a file can still be read after the click, and is let go a minute later', () => {
  const link = { href: '', download: '', click: vi.fn() };
  vi.stubGlobal('document', { createElement: () => link });
  saveFile('codes.txt', new Blob(['one code']));
  expect(link.click).toHaveBeenCalledOnce();
  expect(link.download).toBe('codes.txt');
  vi.advanceTimersByTime(59_999);
  expect(resolveObjectURL(link.href)?.size).toBe(8);
  vi.advanceTimersByTime(1);
  expect(resolveObjectURL(link.href)).toBeUndefined();
});
