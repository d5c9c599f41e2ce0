import { expect, test } from 'vitest';
import { cpx } from '#providers/walls/cpx.ts';
import { wallWith } from '#testing/wall-format.ts';
import type { ConfiguredWall } from './definition.ts';
import { embedFor, frameOrigins, scriptOrigins } from './embed.ts';

const wall = (url: string): ConfiguredWall => {
  const plain = wallWith({ kind: 'token', at: { in: 'param', name: 't' }, secret: 'key' });
  return {
    ...plain,
    settings: { app: 'a&b' },
    definition: { ...plain.definition, embed: { iframe: { url, height: 700 } } },
  };
};
const cpxWall = {
  definition: cpx,
  settings: { appId: '1234' },
  secrets: { appSecret: 'test-secret' },
  maxPoints: 1,
  holdDays: 0,
  share: [],
};

test('a frame gets its values URL-encoded', () => {
  expect(embedFor(wall('https://w.example/{user}?a={$app}'), { code: 'u/1' })).toEqual({
    kind: 'iframe',
    url: 'https://w.example/u%2F1?a=a%26b',
    height: 700,
  });
});

test('the CPX script gets its number, its hash and its five slots, and no secret', () => {
  const embed = embedFor(cpxWall, { code: 'user42' });
  expect(embed).toMatchObject({
    kind: 'script',
    frame: '/api/walls/cpx/frame',
    globalVar: 'config',
    config: {
      general_config: {
        app_id: 1234,
        ext_user_id: 'user42',
        secure_hash: '2799a629ae73349556e8c86ad49fbfe0',
        email: '',
      },
      script_config: [{ div_id: 'fullscreen', limit_surveys: 7 }, {}, {}, {}, { div_id: 'notification2' }],
    },
  });
  expect(JSON.stringify(embed)).not.toContain('test-secret');
});

test('staff get the frame of a wall in the place of its script, or nothing', () => {
  expect(embedFor(cpxWall, { code: 'user42', isStaff: true })).toMatchObject({
    kind: 'iframe',
    url: expect.stringContaining('ext_user_id=user42'),
  });
  const { iframe: _, ...scriptOnly } = cpx.embed ?? {};
  const wallOfScript = { ...cpxWall, definition: { ...cpx, embed: scriptOnly } };
  expect(embedFor(wallOfScript, { code: 'user42', isStaff: true })).toEqual({ kind: 'none' });
});

test('the content security policy names each origin once, and no paths of this site', () => {
  const walls = [
    wall('https://w.example/a'),
    wall('https://w.example/b'),
    wall('/dev/wall?user={user}'),
    cpxWall,
  ];
  expect(frameOrigins(walls)).toEqual(['https://w.example', 'https://offers.cpx-research.com']);
  expect(scriptOrigins(walls)).toEqual(['https://*.cpx-research.com']);
});
