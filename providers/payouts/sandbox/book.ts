import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

const Entry = z.discriminatedUnion('t', [
  z.object({
    t: z.literal('prepared'),
    ref: z.string(),
    redemptionId: z.string(),
    amountCents: z.number(),
    number: z.string(),
    expiresAt: z.coerce.date(),
  }),
  z.object({ t: z.literal('issued'), ref: z.string() }),
  z.object({ t: z.literal('voided'), ref: z.string() }),
]);
type Entry = z.input<typeof Entry>;

/** A card of the sandbox issuer. Only an `issued` one is live. */
export interface SandboxCard {
  ref: string;
  redemptionId: string;
  /** Whole US cents. */
  amountCents: number;
  number: string;
  expiresAt: Date;
  state: 'prepared' | 'issued' | 'voided';
}

/**
 * The sandbox issuer's book: one JSON line per event, appended and synced before it counts. Several processes can share
 * the file, since each reads the others' lines before it returns. A line torn by a crash is skipped.
 */
export class SandboxBook {
  readonly #file: string;
  readonly #cards = new Map<string, SandboxCard>();
  #offset = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(file: string) {
    this.#file = file;
  }

  /** Every card ever made, oldest first. */
  cards(): Promise<SandboxCard[]> {
    return this.#inTurn(async () => {
      await this.#read();
      return [...this.#cards.values()];
    });
  }

  append(entry: Entry): Promise<void> {
    return this.#inTurn(async () => {
      await mkdir(path.dirname(this.#file), { recursive: true });
      const file = await open(this.#file, 'a');
      try {
        // The line break in front ends a line that a crash has torn.
        await file.appendFile(`\n${JSON.stringify(entry)}\n`);
        await file.datasync();
      } finally {
        await file.close();
      }
    });
  }

  /** Allows one access at a time within this process; O_APPEND keeps appends of several processes apart. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #read(): Promise<void> {
    const file = await open(this.#file, 'r').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (!file) return;
    try {
      const { size } = await file.stat();
      if (size <= this.#offset) return;
      const fresh = Buffer.alloc(size - this.#offset);
      const { bytesRead } = await file.read(fresh, 0, fresh.length, this.#offset);
      const whole = fresh.subarray(0, bytesRead).lastIndexOf('\n') + 1;
      for (const line of fresh.toString('utf8', 0, whole).split('\n')) this.#apply(line);
      this.#offset += whole;
    } finally {
      await file.close();
    }
  }

  #apply(line: string): void {
    const entry = parseLine(line);
    if (!entry) return;
    if (entry.t === 'prepared') {
      const { t: _, ...card } = entry;
      this.#cards.set(entry.ref, { ...card, state: 'prepared' });
      return;
    }
    const card = this.#cards.get(entry.ref);
    // The first of the two events is final.
    if (card?.state === 'prepared') card.state = entry.t;
  }
}

function parseLine(line: string): z.output<typeof Entry> | undefined {
  if (line === '') return undefined;
  try {
    return Entry.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
