/** Style and script of the sandbox wall's page, inline so that it loads nothing else. Its policy has their hashes. */

export const STYLE = `
:root { color-scheme: light dark; --ink: light-dark(#14231f, #ebf3ef); --soft: light-dark(#53625c, #a3b5ad);
  --page: light-dark(#f6f4ee, #0c1412); --card: light-dark(#ffffff, #15201d); --line: light-dark(#dedacd, #2b3a35);
  --accent: light-dark(#0b6855, #43cda7); --on-accent: light-dark(#ffffff, #03231a); --bad: light-dark(#b3261e, #ff8d84); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 720px; margin: 0 auto; padding: 20px 16px 48px; }
h1 { font-size: 24px; line-height: 1.2; margin: 0; }
h2 { font-size: 18px; margin: 28px 0 10px; }
h3 { font-size: 16px; margin: 0; }
p { margin: 4px 0; color: var(--soft); }
ul { list-style: none; margin: 0; padding: 0; display: grid; gap: 12px; }
.badge { display: inline-block; margin: 8px 0 4px; padding: 2px 10px; border-radius: 999px; border: 1px solid var(--accent);
  color: var(--accent); font-size: 14px; font-weight: 600; }
.offers { grid-template-columns: repeat(auto-fill, minmax(260px, 1fr)); }
.offers li, .sent li, form { background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: 16px; }
.offers li { display: flex; flex-direction: column; gap: 10px; }
.offers li > div:first-child { flex: 1; }
.offers strong { color: var(--accent); font-size: 20px; }
.row { display: flex; flex-wrap: wrap; gap: 8px; }
button { font: inherit; font-weight: 600; min-height: 44px; padding: 8px 14px; border-radius: 10px; cursor: pointer;
  border: 1px solid var(--line); background: transparent; color: var(--ink); }
button.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
button:disabled { opacity: .55; cursor: default; }
button:focus-visible, input:focus-visible, h2:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
fieldset { border: 0; margin: 0 0 14px; padding: 0; }
legend { font-weight: 600; padding: 0; }
label { display: flex; gap: 8px; align-items: center; min-height: 44px; }
form { margin-top: 20px; }
form h2 { margin-top: 0; }
#status { min-height: 24px; margin-top: 12px; color: var(--ink); font-weight: 600; }
.sent ol { margin: 8px 0 12px; padding: 0; list-style: none; font-size: 14px; }
.sent ol li { background: none; border: 0; border-top: 1px solid var(--line); border-radius: 0; padding: 6px 0;
  display: flex; justify-content: space-between; gap: 12px; }
.sent code { overflow-wrap: anywhere; font-size: 13px; color: var(--soft); }
.answer { font-weight: 600; color: var(--accent); text-align: right; }
.answer.bad { color: var(--bad); }
`;

export const SCRIPT = `
const user = document.querySelector('main').dataset.user;
const status = document.getElementById('status');
const survey = document.getElementById('survey-form');
const ACTIONS = [['again', 'Send again'], ['forged', 'Send forged'], ['late', 'Send late'], ['reversal', 'Reverse']];
const VIDEO_SECONDS = 3;
let surveyOpener;

const element = (name, text, className) => {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
};

async function send(body, button) {
  if (button) button.disabled = true;
  status.textContent = 'Sending...';
  try {
    const answer = await fetch('/dev/wall/send', { method: 'POST', body: JSON.stringify({ user, ...body }) });
    if (!answer.ok) throw new Error((await answer.json()).error);
    const sent = await answer.json();
    render(sent);
    const entry = sent.find((one) => one.tx === body.tx) ?? sent[0];
    const call = entry.calls.at(-1);
    status.textContent = entry.title + ': ' + call.what + ': ' + (call.answer ?? 'on its way');
  } catch (error) {
    status.textContent = 'Not sent: ' + error.message;
  } finally {
    if (button) button.disabled = false;
  }
}

function render(sent) {
  const focused = document.activeElement?.dataset?.key;
  document.getElementById('none').hidden = sent.length > 0;
  document.getElementById('sent').replaceChildren(...sent.map(card));
  if (focused) document.querySelector('[data-key="' + focused + '"]')?.focus();
  if (sent.some((entry) => entry.calls.some((call) => call.answer === null))) waitForLate();
}

function card(entry) {
  const item = element('li');
  const calls = element('ol');
  for (const call of entry.calls) {
    const line = element('li');
    const bad = call.answer !== null && !call.answer.startsWith('200');
    line.append(element('span', call.what), element('span', call.answer ?? 'waiting', bad ? 'answer bad' : 'answer'));
    calls.append(line);
  }
  const row = element('div', undefined, 'row');
  for (const [action, label] of ACTIONS) {
    const button = element('button', label);
    button.type = 'button';
    button.dataset.key = action + entry.tx;
    button.setAttribute('aria-label', label + ': ' + entry.title + ' ' + entry.tx);
    const body = action === 'late' ? { action, offer: entry.offer } : { action, tx: entry.tx };
    button.addEventListener('click', () => send(body, button));
    row.append(button);
  }
  item.append(element('h3', entry.title + ' +' + entry.amount), element('code', entry.tx), calls, row);
  return item;
}

let waiting;
function waitForLate() {
  clearTimeout(waiting);
  waiting = setTimeout(async () => {
    const answer = await fetch('/dev/wall/sent?user=' + encodeURIComponent(user)).catch(() => undefined);
    if (!answer?.ok) return waitForLate();
    const sent = await answer.json();
    const open = sent.some((entry) => entry.calls.some((call) => call.answer === null));
    if (!open) status.textContent = 'The late postback was answered.';
    render(sent);
  }, 1000);
}

async function watch(button) {
  const label = button.textContent;
  button.disabled = true;
  for (let left = VIDEO_SECONDS; left > 0; left -= 1) {
    button.textContent = 'Watching, ' + left + ' s';
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  button.textContent = label;
  await send({ action: 'complete', offer: 'video' }, button);
}

function closeSurvey() {
  survey.hidden = true;
  survey.reset();
  surveyOpener?.focus();
}

for (const button of document.querySelectorAll('[data-offer]')) {
  button.addEventListener('click', () => {
    const { offer } = button.dataset;
    if (offer === 'video') return watch(button);
    if (offer !== 'survey') return send({ action: 'complete', offer }, button);
    surveyOpener = button;
    survey.hidden = false;
    document.getElementById('survey-title').focus();
  });
}
for (const button of document.querySelectorAll('[data-late]')) {
  button.addEventListener('click', () => send({ action: 'late', offer: button.dataset.late }, button));
}
survey.addEventListener('submit', (event) => {
  event.preventDefault();
  closeSurvey();
  send({ action: 'complete', offer: 'survey' });
});
document.getElementById('survey-cancel').addEventListener('click', closeSurvey);
fetch('/dev/wall/sent?user=' + encodeURIComponent(user)).then((answer) => answer.json()).then(render, () => {});
`;
