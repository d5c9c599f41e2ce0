import { readFile } from 'node:fs/promises';
import type { Command } from '@commander-js/extra-typings';
import type { Database } from '#database/client.ts';
import { transactOn } from '#database/transaction.ts';
import { countMarketing, sendMarketing } from '#domain/notices/index.ts';
import { UsageError } from './arguments.ts';
import type { Ops } from './command.ts';

/** Longest subject that mail programs show completely, and longest text. */
const SUBJECT_LENGTH_MAX = 150;
const TEXT_LENGTH_MAX = 20_000;

export function addMail(program: Command, { exitsWith, withDatabase }: Ops): void {
  const mail = program.command('mail').description('Mails to many members');
  mail
    .command('marketing')
    .summary('send a mail to every member who agreed to marketing')
    .description(
      'Prints how many members agreed to marketing mail. With --send the workers send it to each of them, to nobody twice who goes on agreeing, with a link that ends these mails. Whom they do not reach within five days gets none; the log says how many, and the same command sends it to them.',
    )
    .requiredOption('--subject <text>', 'one line')
    .requiredOption('--text <file>', 'what the mail says; a blank line begins a paragraph')
    .option('--send', 'send it')
    .action(
      exitsWith(async (given) => {
        const mail = await readMail(given);
        return withDatabase((database) => mailMarketing(database, mail, given.send === true));
      }),
    );
}

interface Mail {
  subject: string;
  text: string;
}

/** Reads the file of the text. Throws UsageError at a mail that cannot be sent. */
async function readMail(given: { subject: string; text: string }): Promise<Mail> {
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

async function mailMarketing(database: Database, mail: Mail, send: boolean): Promise<number> {
  const transact = transactOn(database);
  const { agreed, before } = await transact((tx) => countMarketing(tx, mail));
  console.log(`${agreed} members agreed to marketing mail, ${before} of them have got this one.`);
  if (!send) {
    console.log('Nothing was sent. Add --send to send it.');
    return 0;
  }
  console.log(`${await sendMarketing(transact, mail)} mails are on their way; the workers send them.`);
  return 0;
}
