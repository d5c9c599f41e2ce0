/** Examples for the API's reference, generated from JSON schemas: the same in each run, one per shape. */

/** The part of JSON Schema that the contract's schemas use. */
interface Schema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  propertyNames?: Schema;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  prefixItems?: Schema[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  exclusiveMinimum?: number;
  default?: unknown;
}

const MOMENT = '2027-01-31T12:00:00.000Z';
const BY_FORMAT: Record<string, string> = {
  uuid: '0f8fad5b-d9cb-469f-a165-70867728950e',
  'date-time': MOMENT,
  date: '2027-01-31',
  uri: 'https://rewards.example/some/page',
  email: 'robin@example.com',
};
/** Texts that match the patterns of the contract; the first match is used. */
const FITTING = [
  'US',
  '482913',
  '/media/tour.mp4',
  'https://rewards.example/some/page',
  'example-name-1',
  '0f8fad5b',
  '0f8fad5b'.repeat(8),
];
/** Texts by the name of the property, if they match its schema. */
const BY_NAME: Record<string, string> = {
  name: 'Robin Example',
  username: 'robin@example.com',
  email: 'robin@example.com',
  password: 'a long walk at noon',
  newPassword: 'a short walk at dusk',
  currentPassword: 'a long walk at noon',
  code: '482913',
  phone: '+14155550123',
  title: 'Install Game App',
  text: 'Thank you for your patience.',
  reason: 'Thank you for your patience.',
  wall: 'sandbox',
  ip: '203.0.113.7',
  timeZone: 'Europe/Berlin',
  csv: 'code,pin,expires\nAB12-CD34,,2027-12-31\n',
  cursor: 'WyIyMDI3LTAxLTMxIl0',
  id: '1024',
  actor: 'operator',
  key: 'pk_live_example',
  beginning: 'pk_live_4fGh',
  address: 'https://rewards.example/api/postbacks/sandbox?tx={tx}',
  p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
  auth: 'tBHItJI5svbpez7KI4CCXg',
  line1: '1 Example Street',
  city: 'Springfield',
  state: 'IL',
  postalCode: '62701',
};

/** An example of a schema. `name` is the property's, '' for a whole body. */
export function exampleOf(given: unknown, name = ''): unknown {
  const schema = given as Schema;
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  const choice = (schema.anyOf ?? schema.oneOf)?.find(({ type }) => type !== 'null');
  if (choice) return exampleOf(choice, name);
  const [type] = [schema.type ?? (schema.properties ? 'object' : undefined)].flat();
  switch (type) {
    case 'object':
      return exampleOfObject(schema);
    case 'array':
      if (schema.prefixItems) return schema.prefixItems.map((item) => exampleOf(item, name));
      return schema.items ? [exampleOf(schema.items, name)] : [];
    case 'string':
      return exampleOfText(schema, name);
    case 'integer':
    case 'number':
      return exampleOfNumber(schema);
    case 'boolean':
      return true;
    default:
      // `unknown` in the contract is any JSON.
      return {};
  }
}

function exampleOfObject({
  properties = {},
  propertyNames = {},
  additionalProperties,
}: Schema): Record<string, unknown> {
  const named = Object.entries(properties).map(([key, property]) => [key, exampleOf(property, key)]);
  if (named.length > 0 || typeof additionalProperties !== 'object') return Object.fromEntries(named);
  return { [String(propertyNames.enum?.[0] ?? 'example')]: exampleOf(additionalProperties) };
}

function exampleOfText({ format, pattern, minLength = 0, maxLength }: Schema, name: string): string {
  const byName = BY_NAME[name];
  const fits = (text: string) =>
    (pattern === undefined || new RegExp(pattern, 'u').test(text)) &&
    text.length >= minLength &&
    text.length <= (maxLength ?? text.length);
  if (format && BY_FORMAT[format]) return BY_FORMAT[format];
  const found = [byName, 'example', ...FITTING].find((text) => text !== undefined && fits(text));
  return found ?? 'example'.padEnd(minLength, '-');
}

/** A whole number; 120 instead of a minimum of 0 or less. */
function exampleOfNumber({ minimum, exclusiveMinimum }: Schema): number {
  const least = minimum ?? (exclusiveMinimum === undefined ? 0 : exclusiveMinimum + 1);
  return least > 0 ? least : 120;
}

/** Given examples by call, for bodies and queries whose parts depend on each other, which a schema cannot express. */
export const GIVEN_EXAMPLES: Record<string, { query?: Record<string, unknown>; body?: unknown }> = {
  'POST /api/redemptions': { body: { requestId: 'example-name-1', cardTier: '1USD', pricePoints: 100 } },
  'GET /api/admin/users': { query: { status: 'active', order: 'points', direction: 'desc', limit: 100 } },
  'POST /api/admin/gift-cash/{userId}': {
    body: { cardTier: '5USD', amountUSD: 5, reason: BY_NAME.reason, requestId: 'example-name-1' },
  },
  'POST /api/admin/webhooks': {
    body: { url: 'https://crm.example/pocketful', description: 'CRM', events: ['redemption.issued'] },
  },
  'PATCH /api/admin/webhooks/{id}': { body: { on: false } },
  'POST /api/admin/offer-rules': {
    body: {
      wall: 'lootably',
      offerId: null,
      category: null,
      words: 'casino',
      pointsBelow: null,
      purchase: null,
      effect: 'hide',
      countries: null,
      newMemberDays: null,
      reason: BY_NAME.reason,
      endsAt: null,
    },
  },
  'GET /api/admin/risk-trial': {
    query: { days: 30, rule: 'many_members_one_device', parameters: '{"members":3}' },
  },
};
