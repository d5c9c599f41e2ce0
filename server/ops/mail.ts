import { readFile } from 'node:fs/promises';
import type { Command } from '@commander-js/extra-typings';
import type { Database } from '#database/client.ts';
import { transactOn } from '#database/transaction.ts';
import { countReach, type OwnWords, sendToMany, type ToMany } from '#domain/notices/index.ts';
import { UsageError } from './arguments.ts';
import type { Ops } from './command.ts';

/** Longest subject that mail programs show completely, and longest text. */
const SUBJECT_LENGTH_MAX = 150;
const TEXT_LENGTH_MAX = 20_000;

/** `told` is whom the mail is for, in a sentence. */
const MAILS: Record<ToMany, { summary: string; description: string; told: string }> = {
  marketing: {
    summary: 'send a mail to every member who agreed to marketing',
    description:
      'Prints how many members agreed to marketing mail. With --send the workers send it to each of them, to nobody twice within 180 days who goes on agreeing, with a link that ends these mails. Whose turn does not come within five days gets none; the log says how many, and the same command sends it to them.',
    told: 'members agreed to marketing mail',
  },
  announcement: {
    summary: 'send a mail about changed terms to every member',
    description:
      'Prints how many members there are and how many of them have got it. With --send the workers send it to each of them, suspended ones too, whatever their switches and to nobody twice within 180 days. Whom it does not reach within five days, or who was refused, is sent it by the same command. Marketing needs consent and is no announcement.',
    told: 'members have an account',
  },
};

export function addMail(program: Command, { exitsWith, withDatabase }: Ops): void {
  const mail = program.command('mail').description('Mails to many members');
  for (const kind of ['marketing', 'announcement'] as const) {
    mail
      .command(kind)
      .summary(MAILS[kind].summary)
      .description(MAILS[kind].description)
      .requiredOption('--subject <text>', 'one line')
      .requiredOption('--text <file>', 'what the mail says; a blank line begins a paragraph')
      .option('--send', 'send it')
      .action(
        exitsWith(async (given) => {
          const mail = await readMail(given);
          return withDatabase((database) => mailToMany(database, kind, mail, given.send === true));
        }),
      );
  }
}

/** Reads the file of the text. Throws UsageError at a mail that cannot be sent. */
async function readMail(given: OwnWords): Promise<OwnWords> {
  const text = await readFile(given.text, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const mail = { subject: given.subject.trim(), text: text.trim() };
  if (!mail.subject || /[\r\n]/.test(mail.subject) || mail.subject.length > SUBJECT_LENGTH_MAX)
    throw new UsageError(`expected --subject of one line with at most ${SUBJECT_LENGTH_MAX} characters`);
  if (!mail.text || mail.text.includes('\0') || mail.text.length > TEXT_LENGTH_MAX)
    throw new UsageError(`expected --text to name a file of 1 to ${TEXT_LENGTH_MAX} characters`);
  return mail;
}

async function mailToMany(database: Database, kind: ToMany, mail: OwnWords, send: boolean): Promise<number> {
  const transact = transactOn(database);
  const { members, mailed, waiting } = await transact((tx) => countReach(tx, kind, mail));
  console.log(
    `${members} ${MAILS[kind].told}, ${mailed} of them have got this one, and it is on its way to ${waiting}.`,
  );
  if (!send) {
    console.log('Nothing was sent. Add --send to send it.');
    return 0;
  }
  console.log(`${await sendToMany(transact, kind, mail)} mails are on their way; the workers send them.`);
  return 0;
}
