import { describe, expect, test } from 'vitest';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/index.ts';
import { signUp } from '#testing/accounts.ts';
import { credit } from '#testing/factories.ts';
import { startTestServer } from '#testing/server.ts';

/** Other members learn nothing about a member, least of all about one with a private profile. */

const site = await startTestServer();
const reads: AnyEndpoint[] = endpoints.filter((e) => e.method === 'GET' && e.access !== 'admin');

describe('a private profile', () => {
  test('is in no response to another member or a visitor, even if the address names its member', async () => {
    const hidden = await signUp(site, 'zebediah.unlikely@example.com');
    await credit(site.database, hidden.id, 500);
    const { settings } = (await hidden.visitor.get('/api/user')).body;
    const saved = await hidden.visitor.call('PATCH', '/api/user/settings', {
      ...settings,
      privateProfile: true,
    });
    expect(saved.body.privateProfile).toBe(true);
    const named = await hidden.visitor.call('PATCH', '/api/user/profile', { username: 'Zebediah Unlikely' });
    expect(named.status).toBe(200);
    const other = await signUp(site, 'other.member@example.com');

    const answers: string[] = [];
    for (const reader of [other.visitor, site.visitor()]) {
      for (const endpoint of reads) {
        const path = endpoint.path.replaceAll(/\{\w+\}/g, hidden.id);
        answers.push(JSON.stringify((await reader.get(path)).body));
      }
    }
    expect(answers.length).toBe(reads.length * 2);
    for (const answer of answers) {
      expect(answer).not.toMatch(/zebediah|unlikely/i);
      expect(answer).not.toContain(hidden.id);
    }
    expect(JSON.stringify((await hidden.visitor.get('/api/user')).body)).toMatch(/Zebediah Unlikely/);
  });
});
