import type { CaptchaVendor } from './captcha-vendors.ts';

/** The addresses that tests route to the stand-ins: the vendors' scripts, and the response of a widget. */
export const WIDGET_ADDRESSES: Record<CaptchaVendor, string> = {
  hcaptcha: 'https://js.hcaptcha.com/**',
  turnstile: 'https://challenges.cloudflare.com/**',
};

/**
 * A script that stands in for the vendor's own in a browser, as its documentation describes it: `render`, `remove`, the
 * `onload` function and the callbacks. The widget is a button; that of hCaptcha opens a layer with a question at the end of
 * the page, that of Turnstile does not. `/solved` of the script's origin returns the response. A test finds the options of
 * the newest widget in `widgetOptions`.
 */
export const widgetScript = (vendor: CaptchaVendor): string => `{
  const address = new URL(document.currentScript.src);
  const widgets = new Map();

  const solve = async (options) => {
    const asked = new URL('/solved', address);
    for (const name of ['action', 'cData']) {
      if (options[name]) asked.searchParams.set(name, options[name]);
    }
    const answer = await fetch(asked);
    options.callback(await answer.text());
  };
  const ask = (options) => {
    const layer = document.createElement('div');
    layer.style.cssText = 'position:absolute;z-index:2147483647;inset-block-start:40px;inset-inline-start:20px';
    const answer = document.createElement('button');
    answer.textContent = 'The picture with a bus';
    answer.addEventListener('click', () => {
      layer.remove();
      solve(options);
    });
    layer.append(answer);
    document.body.append(layer);
    answer.focus();
  };

  globalThis.${vendor} = {
    render: (place, options) => {
      const id = 'widget ' + widgets.size;
      const box = document.createElement('button');
      box.type = 'button';
      box.textContent = 'I am human';
      box.addEventListener('click', () => ${vendor === 'hcaptcha' ? 'ask' : 'solve'}(options));
      place.append(box);
      widgets.set(id, box);
      globalThis.widgetOptions = options;
      return id;
    },
    remove: (id) => widgets.get(id).remove(),
  };
  globalThis[address.searchParams.get('onload')]();
}`;
