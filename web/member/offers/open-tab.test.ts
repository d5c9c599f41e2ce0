import { expect, test } from 'vitest';
import { secureAddress } from './open-tab.ts';

test('a tab is led to https alone, and to no address with a name or password', () => {
  expect(secureAddress('https://api.adgem.com/v1/click?c1=7')).toBe('https://api.adgem.com/v1/click?c1=7');
  for (const address of [
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'data:text/html,x',
    'http://api.adgem.com/',
    'blob:https://api.adgem.com/1',
    'https://bank.example@evil.example/',
    'https://:secret@evil.example/',
    '//evil.example/',
    '/offers',
    '',
  ])
    expect(secureAddress(address), address).toBeUndefined();
});
