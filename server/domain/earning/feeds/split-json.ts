/** Most characters of one offer; a longer one is left out. */
export const OFFER_CHARACTERS_MAX = 128 * 1024;
/** Most characters of an answer beside its offers. */
const REST_CHARACTERS_MAX = 256 * 1024;
const DEPTH_MAX = 64;

/** What an answer holds: its offers one by one as JSON texts, null for one that is too large. */
export interface SplitJson {
  /** Takes the next piece of the answer. Returns the offers that it completes. */
  push: (piece: string) => (string | null)[];
  /** The answer with its list of offers emptied, and the path of that list; undefined if there was none. */
  end: () => { rest: unknown; list: string | undefined };
}

/** The answer is not JSON, or is larger beside its offers than any vendor's. */
export class UnreadableJson extends Error {}

/**
 * Cuts a JSON text into the elements of one list in it, so that a catalogue of any length takes the memory of one offer. `lists` are
 * the dotted paths where the list may be; the first that comes is taken. Elements are cut by their brackets and quotes
 * and not read: one that is no JSON spoils no other.
 */
export function splitJson(lists: readonly string[]): SplitJson {
  /** The open objects and lists outside of the elements: the key that was read last, null in a list. */
  const open: (string | null)[] = [];
  const kept: string[] = [];
  let keptLength = 0;
  let list: string | undefined;
  let inList = false;
  /** Brackets that are open in the element. */
  let depth = 0;
  let element: string[] = [];
  let elementLength = 0;
  let inText = false;
  let escaped = false;
  /** The text that is being read outside of elements, which may be a key. */
  let word = '';

  const keep = (text: string) => {
    keptLength += text.length;
    if (keptLength > REST_CHARACTERS_MAX) throw new UnreadableJson('too much beside the offers');
    kept.push(text);
  };
  const pathOf = () => open.filter((key) => key !== null).join('.') || WHOLE_ANSWER;

  const push = (piece: string): (string | null)[] => {
    const done: (string | null)[] = [];
    let from = 0;
    const take = (to: number) => {
      const length = to - from;
      if (length > 0 && inList) {
        elementLength += length;
        if (elementLength <= OFFER_CHARACTERS_MAX) element.push(piece.slice(from, to));
        else element = [];
      } else if (length > 0) keep(piece.slice(from, to));
      from = to;
    };
    const finish = () => {
      const text = element.join('').trim();
      if (elementLength > OFFER_CHARACTERS_MAX) done.push(null);
      else if (text !== '') done.push(text);
      element = [];
      elementLength = 0;
    };
    for (let index = 0; index < piece.length; index += 1) {
      const code = piece.charCodeAt(index);
      if (inText) {
        if (escaped) escaped = false;
        else if (code === BACKSLASH) escaped = true;
        else if (code === QUOTE) inText = false;
        if (inText && !inList && word.length < KEY_LENGTH_MAX) word += piece[index];
        continue;
      }
      if (code > CLOSE_OBJECT) continue;
      if (code === QUOTE) {
        inText = true;
        if (!inList) word = '';
      } else if (inList) {
        if (code === OPEN_OBJECT || code === OPEN_LIST) depth += 1;
        else if (depth > 0 && (code === CLOSE_OBJECT || code === CLOSE_LIST)) depth -= 1;
        else if (depth === 0 && (code === COMMA || code === CLOSE_LIST)) {
          take(index);
          finish();
          inList = code !== CLOSE_LIST;
          // The comma between two elements belongs to neither.
          from = inList ? index + 1 : index;
        }
      } else if (code === COLON) {
        if (open.length > 0 && open.at(-1) !== null) open[open.length - 1] = word;
      } else if (code === OPEN_OBJECT || code === OPEN_LIST) {
        if (code === OPEN_LIST && list === undefined && lists.includes(pathOf())) {
          list = pathOf();
          take(index + 1);
          inList = true;
        } else {
          if (open.length === DEPTH_MAX) throw new UnreadableJson('too deep');
          open.push(code === OPEN_OBJECT ? '' : null);
        }
      } else if (code === CLOSE_OBJECT || code === CLOSE_LIST) {
        open.pop();
      }
    }
    take(piece.length);
    return done;
  };

  return {
    push,
    end: () => {
      if (inList || inText) throw new UnreadableJson('it ends in the middle');
      try {
        return { rest: JSON.parse(kept.join('')), list };
      } catch {
        throw new UnreadableJson('it is not JSON');
      }
    },
  };
}

/** The path of a list that is the whole answer. */
const WHOLE_ANSWER = '.';
const KEY_LENGTH_MAX = 200;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
