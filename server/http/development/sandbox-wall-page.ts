import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import { ENGLISH } from '#contract/languages.ts';
import { POINTS_PER_DOLLAR } from '#contract/points.ts';
import type { RewardUnit } from '#contract/wording.values.ts';
import { speak } from '#domain/notices/index.ts';
import { policyHeader } from '#server/http/frame/security-headers.ts';
import { SCRIPT, STYLE } from './sandbox-wall-assets.ts';

export interface Offer {
  id: string;
  title: string;
  text: string;
  points: number;
  action: string;
}

/** A completed offer and the postbacks sent for it; an answer is null until it arrives. */
export interface SentOffer {
  tx: string;
  offer: string;
  title: string;
  points: number;
  /** The points as the page writes them. */
  amount: string;
  calls: { what: string; at: string; answer: string | null }[];
}

export const OFFERS: Offer[] = [
  {
    id: 'game',
    title: 'Install Game App',
    text: 'Install it and play for 3 minutes.',
    points: 120,
    action: 'Install',
  },
  {
    id: 'video',
    title: 'Watch Video',
    text: 'A short advertisement, here only 3 seconds.',
    points: 25,
    action: 'Watch',
  },
  { id: 'survey', title: 'Survey', text: 'Three short questions.', points: 75, action: 'Start survey' },
  {
    id: 'shop',
    title: 'Shop Online',
    text: 'Browse a shopping app for 5 minutes.',
    points: 200,
    action: 'Visit the shop',
  },
  {
    id: 'trial',
    title: 'Start a Free Trial',
    text: 'Sign up for a service trial.',
    points: 300,
    action: 'Sign up',
  },
];

const QUESTIONS = [
  { id: 'q1', text: 'How often do you shop online?', answers: ['Weekly', 'Monthly', 'Rarely'] },
  { id: 'q2', text: 'Which device do you use most?', answers: ['Phone', 'Tablet', 'Computer'] },
  { id: 'q3', text: 'Would you recommend surveys to a friend?', answers: ['Yes', 'Maybe', 'No'] },
];

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Allows this page's own script and style, framing by this site, and calls to `origins` in addition to this site. */
export const policyOf = (origins: string[]): string =>
  policyHeader({
    'default-src': ["'none'"],
    'script-src': [hashOf(SCRIPT)],
    'style-src': [hashOf(STYLE)],
    'connect-src': ["'self'", ...origins],
    'form-action': ["'none'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'self'"],
  });

/** What an offer pays in the unit of the site's tasks, as an operator would set it up at a vendor: `120 MB`, `$1.20`. */
export function amountIn(unit: RewardUnit, points: number): string {
  const speech = speak(ENGLISH);
  const dollars = speech.dollars((points * 100) / POINTS_PER_DOLLAR);
  if (unit === 'megabytes') return speech.megabytes(points);
  return unit === 'dollars' ? dollars : `${speech.points(points)} (${dollars})`;
}

/** The wall for the member with this code, in this unit; without a code, how to get one. */
export function sandboxWallPage(user: string | undefined, unit: RewardUnit) {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sandbox wall</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<main data-user="${user ?? ''}">
<header>
<h1>Sandbox wall</h1>
<p class="badge">Sandbox: test offers</p>
<p>Nothing here is real but the postbacks: each offer sends a signed one to this site, as a vendor would.</p>
</header>
${user ? wall(unit) : html`<p>This wall needs a member. Sign in, open Tasks and choose Sandbox, or add <code>?user=</code> and a member code of this wall to the address.</p>`}
</main>
${user ? html`<script>${raw(SCRIPT)}</script>` : ''}
</body>
</html>`;
}

const wall = (unit: RewardUnit) => html`<p id="status" role="status" aria-live="polite"></p>
<h2>Offers</h2>
<ul class="offers">${OFFERS.map((offer) => card(offer, amountIn(unit, offer.points)))}</ul>
<form id="survey-form" hidden aria-labelledby="survey-title">
<h2 id="survey-title" tabindex="-1">Survey</h2>
${QUESTIONS.map(question)}
<div class="row"><button type="submit" class="primary">Send answers</button><button type="button" id="survey-cancel">Cancel</button></div>
</form>
<h2>Sent</h2>
<p id="none">Nothing yet. Complete an offer above.</p>
<ul id="sent" class="sent"></ul>`;

const card = (offer: Offer, amount: string) => html`<li>
<div><h3>${offer.title}</h3><p>${offer.text}</p></div>
<strong>+${amount}</strong>
<div class="row">
<button type="button" class="primary" data-offer="${offer.id}" aria-label="${offer.action}: ${offer.title}, ${amount}">${offer.action}</button>
<button type="button" data-late="${offer.id}" aria-label="Complete late: ${offer.title}, the postback comes after 10 seconds">Late (10 s)</button>
</div>
</li>`;

const question = (one: (typeof QUESTIONS)[number]) => html`<fieldset>
<legend>${one.text}</legend>
${one.answers.map((answer) => html`<label><input type="radio" name="${one.id}" value="${answer}" required> ${answer}</label>`)}
</fieldset>`;
