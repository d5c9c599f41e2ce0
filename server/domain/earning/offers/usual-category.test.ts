import { describe, expect, test } from 'vitest';
import { usualCategory } from './usual-category.ts';

describe("what a company's word for a category usually means", () => {
  test.each([
    ['Games', 'games'],
    ['mobilegame', 'games'],
    ['Casual', 'games'],
    ['Role Playing', 'games'],
    ['app', 'apps'],
    ['chromeextension', 'apps'],
    ['survey', 'surveys'],
    ['user_info_request', 'sign_ups'],
    ['signup', 'sign_ups'],
    ['Free Trial', 'trials'],
    ['creditcard', 'finance'],
    ['deposit', 'finance'],
    ['paid', 'shopping'],
    ['E-Commerce', 'shopping'],
    ['video', 'videos'],
    ['free', 'other'],
    ['happiness', 'other'],
    ['', 'other'],
  ])('%s: %s', (word, category) => {
    expect(usualCategory(word)).toBe(category);
  });
});
