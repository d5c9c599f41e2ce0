import { expect, test } from 'vitest';
import { openApi } from '#server/http/docs/openapi.ts';
import { type Api, apiChanges } from './api-changes.ts';

const { paths, webhooks, components } = openApi('Pocketful', 'https://rewards.example');
const api: Api = { paths, webhooks, components };

/** What is told of the API after a change to a copy of it. */
function after(change: (api: Api) => void, before: (api: Api) => void = () => {}) {
  const [earlier, later] = [structuredClone(api), structuredClone(api)];
  before(earlier);
  change(later);
  return apiChanges(earlier, later);
}
// biome-ignore lint/suspicious/noExplicitAny: the changes reach into JSON of many shapes
const at = (given: Api, name: string): any => {
  const [method = '', path = ''] = name.split(' ');
  return given.paths[path]?.[method.toLowerCase()];
};
const LOGIN = 'POST /api/login';
const body = (given: Api) => at(given, LOGIN).requestBody.content['application/json'].schema;
// biome-ignore lint/suspicious/noExplicitAny: as above
const task = (given: Api): any => given.components.schemas.Task;

test('the same API has no changes', () => {
  expect(after(() => {})).toEqual({ breaking: [], added: [] });
});

test.each<[string, (api: Api) => void, string]>([
  [
    'a call that is gone',
    ({ paths }) => delete paths['/api/tasks'],
    'GET /api/tasks is gone, and was not deprecated',
  ],
  [
    'a call that keys may not make any more',
    (a) => {
      at(a, 'GET /api/admin/stats').security = [{ session: [] }];
    },
    'GET /api/admin/stats takes no key any more',
  ],
  [
    'a call that was open',
    (a) => {
      at(a, LOGIN).security = [{ session: [] }];
    },
    `${LOGIN} is not open any more`,
  ],
  [
    'a parameter that is gone',
    (a) => {
      at(a, 'GET /api/tasks').parameters = [];
    },
    'GET /api/tasks, parameter before, is gone',
  ],
  [
    'a parameter that is required',
    (a) => {
      at(a, 'GET /api/tasks').parameters[0].required = true;
    },
    'GET /api/tasks, parameter before, is required now',
  ],
  ['a property of a body that is required', (a) => body(a).required.push('code'), `${LOGIN}, body.code, is`],
  [
    'a property of a body that is gone',
    (a) => delete body(a).properties.username,
    `${LOGIN}, body.username, is gone`,
  ],
  [
    'a shorter limit of a body',
    (a) => {
      body(a).properties.password.maxLength = 3;
    },
    `${LOGIN}, body.password: takes nothing longer than 3 now`,
  ],
  [
    'a property of a response that is gone',
    (a) => delete task(a).properties.completed,
    'GET /api/tasks, response[].completed, is gone',
  ],
  [
    'a property of a response that may be missing',
    (a) => task(a).required.splice(0),
    'GET /api/tasks, response[].id, may be missing now',
  ],
  [
    'a property of a response with another type',
    (a) => {
      task(a).properties.completed = { type: ['boolean', 'null'] };
    },
    'GET /api/tasks, response[].completed: boolean has become boolean or null',
  ],
  [
    'a webhook that is gone',
    ({ webhooks }) => delete webhooks['task.credited'],
    'The webhook task.credited is gone',
  ],
  [
    'a property of a webhook that is gone',
    (a) => delete (a.components.schemas.TaskCredited as typeof components.schemas.Task)?.properties?.data,
    'The webhook task.credited.data, is gone',
  ],
])('%s is a breaking change', (_, change, sentence) => {
  expect(after(change).breaking).toEqual(expect.arrayContaining([expect.stringContaining(sentence)]));
});

test.each<[string, (api: Api) => void, string[]]>([
  [
    'a new call',
    (a) => {
      a.paths['/api/new'] = { get: at(a, 'GET /api/tasks') };
    },
    ['GET /api/new'],
  ],
  [
    'a new property of a response',
    (a) => {
      task(a).properties.further = { type: 'string' };
      task(a).required.push('further');
    },
    [],
  ],
  [
    'a new optional parameter',
    (a) => {
      at(a, 'GET /api/tasks').parameters.push({ name: 'x', in: 'query', required: false, schema: {} });
    },
    [],
  ],
  [
    'a new text and example',
    (a) => {
      at(a, 'GET /api/tasks').summary = 'Other words';
    },
    [],
  ],
])('%s breaks nothing', (_, change, added) => {
  expect(after(change)).toEqual({ breaking: [], added });
});

test('a call that was deprecated is still missed when it is gone, without the reproach', () => {
  const { breaking } = after(
    ({ paths }) => delete paths['/api/tasks'],
    (earlier) => {
      at(earlier, 'GET /api/tasks').deprecated = true;
    },
  );
  expect(breaking).toEqual(['GET /api/tasks is gone']);
});
