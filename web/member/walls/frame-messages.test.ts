import { expect, test } from 'vitest';
import { HEIGHT_MIN, readFrameMessage, startMessage } from './frame-messages.ts';

test.each([
  ['ready', { ready: true }],
  [{ loaded: false }, { loaded: false }],
  [{ height: 700.2 }, { height: 701 }],
  [{ height: 1 }, { height: HEIGHT_MIN }],
  [{ height: 1e300 }, { height: 8_000 }],
])('%j is read', (said, read) => {
  expect(readFrameMessage(said)).toEqual(read);
});

test.each([
  null,
  undefined,
  7,
  'Ready',
  {},
  { loaded: 'yes' },
  { height: '700' },
  { height: Number.NaN },
  { height: Number.POSITIVE_INFINITY },
  [],
])('%j of a script is ignored', (said) => {
  expect(readFrameMessage(said)).toBeUndefined();
});

test('slots become a part of the configuration, unless the definition gives it whole', () => {
  const slots = [{ divId: 'single', options: { theme_style: 3 } }];
  const embed = {
    kind: 'script',
    frame: '/f',
    src: 'https://v.example/s.js',
    globalVar: 'config',
    slots,
  } as const;
  expect(startMessage({ ...embed, slots, config: { a: 1 } }).config).toEqual({
    a: 1,
    script_config: [{ div_id: 'single', theme_style: 3 }],
  });
  expect(startMessage({ ...embed, slots, config: { script_config: [] } }).config).toEqual({
    script_config: [],
  });
});
