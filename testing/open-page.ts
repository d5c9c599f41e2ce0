import { setTimeout as pause } from 'node:timers/promises';

/** A page of a member that is open: its stream, made again as browsers do it. */
export interface OpenPage {
  /** The names of all events so far, without signs of life. */
  events: string[];
  /** How often the stream was opened; each time the page reads its data anew. */
  opened: () => number;
  close: () => Promise<void>;
}

/** As short as the shortest pause of browsers, so that tests wait for the server. */
const RETRY_MS = 100;

export function openPage(url: string, cookie: string): OpenPage {
  const leaving = new AbortController();
  const events: string[] = [];
  let opened = 0;
  const read = async () => {
    const response = await fetch(`${url}/api/events`, { headers: { cookie }, signal: leaving.signal });
    if (!response.ok) return;
    let text = '';
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += piece;
      const lines = text.split('\n');
      text = lines.pop() ?? '';
      for (const line of lines) {
        if (!line.startsWith('event: ')) continue;
        const event = line.slice('event: '.length);
        if (event === 'open') opened += 1;
        else if (event !== 'beat') events.push(event);
      }
    }
  };
  const running = (async () => {
    while (!leaving.signal.aborted) {
      await read().catch(() => undefined);
      await pause(RETRY_MS);
    }
  })();
  return {
    events,
    opened: () => opened,
    close: async () => {
      leaving.abort();
      await running;
    },
  };
}
