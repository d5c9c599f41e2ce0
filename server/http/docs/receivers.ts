import { OFFER_RESULTS_PATH } from '#contract/exports.ts';
import { MemberFilters } from '#contract/members.ts';
import { MEMBERS_CSV_PATH } from '#contract/members.values.ts';
import { APPLE_PASS_PATH } from '#contract/redemptions.ts';
import { EXPORT_PATH } from '#contract/settings.ts';
import { StatementFilters } from '#contract/statement.ts';
import { STATEMENT_CSV_PATH } from '#contract/statement.values.ts';
import type { Operation, Parameter, Response, Tag } from './operation.ts';
import { parameters } from './parameters.ts';
import { refusals } from './refusals.ts';

/** Addresses outside the contract: messages of other systems, streams and files. We do not define their bodies. */

const answer = (description: string, type: string, example?: string): Response => ({
  description,
  content: { [type]: { schema: { type: 'string' }, ...(example ? { example } : {}) } },
});
const shared = (name: string) => ({ $ref: `#/components/responses/${name}` });
const inPath = (name: string, description: string, example: string): Parameter => ({
  name,
  description,
  example,
  in: 'path',
  required: true,
  schema: { type: 'string' },
});
const inQuery = (name: string, example: string, schema: Parameter['schema']): Parameter => ({
  name,
  example,
  in: 'query',
  required: true,
  schema,
});
const DATE: Parameter['schema'] = { type: 'string', format: 'date' };

/** What a call with these parameters may refuse. */
const refusedFor = (taken: Parameter[]) =>
  taken.map(({ in: place }) => (place === 'path' ? 'not_found' : 'invalid_input'));

/** A file for the member of the session alone. */
const ownFile = (
  operationId: string,
  tag: Tag,
  summary: string,
  file: Response,
  taken: Parameter[] = [],
): Operation => ({
  operationId,
  tags: [tag],
  summary,
  description: 'Needs a session.',
  security: [{ session: [] }],
  parameters: taken,
  responses: { 200: file, ...refusals({ access: 'member', method: 'GET', errors: refusedFor(taken) }) },
});

/** The same, for a member who has just proven who they are. */
const freshly = (operation: Operation): Operation => ({
  ...operation,
  description: `${operation.description} The sign-in, with every factor, must be of the last minutes.`,
  responses: { ...operation.responses, 403: shared('PasswordFirst') },
});

const wall = inPath('wall', 'Id of the wall, as in the file of walls', 'sandbox');
const postback: Operation = {
  operationId: 'receivePostback',
  tags: ['Receivers'],
  summary: 'A wall tells that a member completed an offer, or takes that back',
  description:
    'Parameters and signature are those of the wall’s definition, and so is the text of the acknowledgement. A call counts once, however often it is sent. An acknowledgement means that it is stored.',
  security: [],
  parameters: [wall],
  responses: {
    200: answer('Stored, or known already. The text is the one that the wall expects', 'text/plain', 'OK'),
    '4XX': answer('Not stored, with the status and the text of the wall’s definition', 'text/plain'),
    '5XX': answer('Not stored: send it again', 'text/plain'),
  },
};
const missionPostback: Operation = {
  operationId: 'receiveMissionPostback',
  tags: ['Receivers'],
  summary: 'An advertiser of a mission tells that its click was completed, or takes that back',
  description:
    'See docs/missions.md for the parameters and the signature. A click counts once, however often it is sent. After 500 or 503 it may not be stored: send it again.',
  security: [],
  parameters: [inPath('advertiser', 'Name of the advertiser, as in the mission', 'example-advertiser')],
  responses: {
    200: answer('Stored, or known already', 'text/plain'),
    403: answer('The signature is wrong', 'text/plain'),
    404: answer('No click has this id, or, as JSON, no advertiser can have this name', 'text/plain'),
    409: answer('The click is closed', 'text/plain'),
    500: shared('Internal'),
    503: shared('Busy'),
  },
};

export const RECEIVERS: Record<string, Record<string, Operation>> = {
  '/api/postbacks/{wall}': {
    get: postback,
    post: { ...postback, operationId: 'receivePostedPostback' },
  },
  '/api/mission-postbacks/{advertiser}': {
    get: missionPostback,
    post: {
      ...missionPostback,
      operationId: 'receivePostedMissionPostback',
      description: 'As by GET, with the parameters as a form in the body.',
      responses: {
        ...missionPostback.responses,
        400: answer('The body is not form-encoded: nothing is stored', 'application/json'),
        413: shared('TooLarge'),
      },
    },
  },
  '/api/webhooks/{provider}': {
    post: {
      operationId: 'receivePayoutWebhook',
      tags: ['Receivers'],
      summary: 'A payout provider tells that something happened to a reward',
      description:
        'The body is the provider’s, proven by the provider’s signature over its raw bytes. It only wakes the redemption, whose state is then asked from the provider.',
      security: [],
      parameters: [inPath('provider', 'Who sends it', 'tremendous')],
      responses: {
        200: answer('Taken, of use or not', 'text/plain', 'ok'),
        401: answer('The signature is wrong', 'text/plain', 'signature'),
        404: answer('No provider of this name is set up', 'application/json'),
        503: answer('Not taken: send it again', 'text/plain', 'again'),
      },
    },
  },
  '/api/events': {
    get: {
      operationId: 'streamEvents',
      tags: ['Account'],
      summary:
        'What happens to the member, as server-sent events: `balance`, `tasks`, `redemption`, `address`, `pause`, `sharing`, `walls`',
      description:
        'Needs a session. The data of each event is JSON. `beat` comes every 20 seconds: the stream lives.',
      security: [{ session: [] }],
      parameters: [],
      responses: {
        200: answer(
          'A stream that stays open',
          'text/event-stream',
          'event: balance\ndata: {"points":120,"change":120}\n\n',
        ),
        401: shared('NotSignedIn'),
        403: shared('CrossSite'),
        503: shared('Busy'),
      },
    },
  },
  [STATEMENT_CSV_PATH]: {
    get: ownFile(
      'downloadStatement',
      'Earning',
      'The statement as a CSV file, narrowed as `/api/statement` is',
      answer('A byte order mark (UTF-8), a line of names, and the rows', 'text/csv'),
      parameters(StatementFilters, 'query', {}),
    ),
  },
  [EXPORT_PATH]: {
    get: freshly(
      ownFile(
        'downloadOwnData',
        'Account',
        'What the site keeps about the member, as JSON and CSV files. The member is mailed about it',
        answer('A zip', 'application/zip'),
      ),
    ),
  },
  [APPLE_PASS_PATH.replace(':id', '{id}')]: {
    get: ownFile(
      'downloadApplePass',
      'Rewards',
      'A pass for Apple Wallet of an issued reward',
      answer('The pass', 'application/vnd.apple.pkpass'),
      [inPath('id', 'Id of the redemption', '01890a5d-ac96-774b-bcce-b302099a8057')],
    ),
  },
  [MEMBERS_CSV_PATH]: { get: membersCsv() },
  '/api/admin/exports/{list}.csv': {
    get: csv(
      'Tasks, redemptions, awards, provider transactions or transfers of some days (UTC)',
      'exportList',
      [
        inPath('list', '`tasks`, `redemptions`, `awards`, `transactions` or `ledger`', 'tasks'),
        inQuery('from', '2027-01-01', DATE),
        inQuery('to', '2027-01-31', DATE),
      ],
    ),
  },
  [OFFER_RESULTS_PATH]: {
    get: csv('What came of the offers of a wall', 'exportOfferResults', [
      inQuery('wall', 'sandbox', { type: 'string' }),
    ]),
  },
};

function membersCsv(): Operation {
  const { responses, ...list } = csv('Members', 'exportMembers', parameters(MemberFilters, 'query', {}));
  return {
    ...list,
    description:
      'As the other lists, with the permission or scope `members.read` too. The sign-in of a person, with every factor, must be of the last minutes.',
    responses: { ...responses, 403: shared('NotPermittedToday') },
  };
}

function csv(summary: string, operationId: string, taken: Parameter[]): Operation {
  return {
    operationId,
    tags: ['Administration'],
    summary: `${summary}, as a CSV file that is sent row by row`,
    description:
      'Needs the session of an admin with the permission `exports`, or an API key with that scope. Each download is an entry in the audit trail.',
    security: [{ session: [] }, { key: [] }],
    parameters: taken,
    responses: {
      200: answer('A byte order mark (UTF-8), a line of names, and the rows', 'text/csv'),
      ...refusals({ access: 'admin', method: 'GET', errors: refusedFor(taken) }),
    },
  };
}
