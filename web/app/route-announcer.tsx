import { useEffect, useState } from 'react';

/** A screen and its parts may set the title one after the other, so it is read this much later. */
const TITLE_SETTLES_MS = 150;

/** Tells screen readers the title of each new screen: a path may have several, and a screen may come late. */
export function RouteAnnouncer() {
  const [title, setTitle] = useState('');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const titles = new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(() => setTitle(document.title), TITLE_SETTLES_MS);
    });
    titles.observe(document.querySelector('title') ?? document.head, { childList: true });
    return () => {
      clearTimeout(timer);
      titles.disconnect();
    };
  }, []);
  return (
    <p aria-live="polite" aria-atomic="true" className="sr-only">
      {title}
    </p>
  );
}
