import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

/** WCAG 1.4.11. */
const EDGE_CONTRAST_MIN = 3;

const css = await readFile(path.join(import.meta.dirname, 'tokens.css'), 'utf8');
const [light = '', dark = ''] = [...css.matchAll(/:root \{([^}]*)\}/g)].map(([, values = '']) => values);

/** The relative luminance of a colour of the theme. */
function luminance(theme: string, name: string): number {
  const [, red = '', green = '', blue = ''] =
    new RegExp(`--${name}: #(\\w\\w)(\\w\\w)(\\w\\w);`).exec(theme) ?? [];
  const linear = (hex: string) => {
    const value = Number.parseInt(hex, 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

describe.each([
  ['light', light],
  ['dark', dark],
])('in the %s theme', (_, theme) => {
  test.each(['surface', 'canvas'])('the edge of a field is seen on %s', (ground) => {
    const [edge, around] = [luminance(theme, 'control'), luminance(theme, ground)];
    const contrast = (Math.max(edge, around) + 0.05) / (Math.min(edge, around) + 0.05);
    expect(contrast).toBeGreaterThanOrEqual(EDGE_CONTRAST_MIN);
  });
});
