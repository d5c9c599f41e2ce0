import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Database } from '#database/client.ts';
import { transactOn } from '#database/transaction.ts';
import { countMarketing, sendMarketing } from '#domain/notices/index.ts';

export const MAIL_USAGE = `  mail marketing --subject <text> --text <file> [--send]
                         say how many members agreed to marketing mail; with --send ask the workers to send it, to
                         each member once, with a link that ends these mails. A blank line begins a paragraph`;

/** Longest subject that mail programs show whole, and longest text. */
const SUBJECT_LENGTH_MAX = 150;
const TEXT_LENGTH_MAX = 20_000;

/** `mail marketing`. Answers the exit code, or undefined for arguments that are not its own. */
export async function runMail(database: Database, args: string[]): Promise<number | undefined> {
  const given = parse(args);
  if (!given) return undefined;
  const text = await readFile(given.text, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const mail = { subject: given.subject.trim(), text: text.trim() };
  const fault = faultOf(mail);
  if (fault) {
    console.error(fault);
    return 1;
  }
  const transact = transactOn(database);
  const { agreed, before } = await transact((tx) => countMarketing(tx, mail));
  console.log(`${agreed} members agreed to marketing mail, ${before} of them have got this one.`);
  if (!given.send) {
    console.log('Nothing was sent. Add --send to send it.');
    return 0;
  }
  console.log(`${await sendMarketing(transact, mail)} mails are on their way; the workers send them.`);
  return 0;
}

function parse(args: string[]): { subject: string; text: string; send: boolean } | undefined {
  const [action, ...rest] = args;
  if (action !== 'marketing') return undefined;
  try {
    const { values } = parseArgs({
      args: rest,
      options: { subject: { type: 'string' }, text: { type: 'string' }, send: { type: 'boolean' } },
    });
    const { subject, text, send = false } = values;
    return subject && text ? { subject, text, send } : undefined;
  } catch {
    // Unknown or incomplete options: the usage says more than the parser.
    return undefined;
  }
}

function faultOf({ subject, text }: { subject: string; text: string }): string | undefined {
  if (!subject || /[\r\n]/.test(subject) || subject.length > SUBJECT_LENGTH_MAX) {
    return `The subject must be one line of at most ${SUBJECT_LENGTH_MAX} characters.`;
  }
  if (!text || text.includes('\0') || text.length > TEXT_LENGTH_MAX) {
    return `The file of --text must exist and have between 1 and ${TEXT_LENGTH_MAX} characters.`;
  }
  return undefined;
}
