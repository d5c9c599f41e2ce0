import { beforeEach, expect, test } from 'vitest';
import { askedAnswers, keepAnswers, keptAnswers } from './survey-answers.ts';

beforeEach(() => sessionStorage.clear());

test('answers survive a reload, for the member who gave them', () => {
  keepAnswers('ada', 'survey', { often: 'monthly' });
  expect(keptAnswers('ada', 'survey')).toEqual({ often: 'monthly' });
  expect(keptAnswers('bob', 'survey')).toEqual({});
  expect(keptAnswers('ada', 'another')).toEqual({});
});

test('answers that the survey no longer asks or offers are left out', () => {
  const options = [
    { id: 'monthly', text: 'Every month' },
    { id: 'never', text: 'Never' },
  ];
  const questions = [
    { id: 'often', text: 'How often?', options },
    { id: 'again', text: 'Again?', options },
  ];
  const given = { often: 'monthly', again: 'daily', gone: 'never' };
  expect(askedAnswers(questions, given)).toEqual({ often: 'monthly' });
});
