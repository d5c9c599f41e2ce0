import type { KeyCaller } from '#domain/administration/index.ts';
import type { ClientAddress } from './address.ts';
import type { RequestContext, SessionMember } from './implement.ts';

/** What the frame binds to each request, in the words of Hono. */
export interface Env {
  Variables: {
    member: SessionMember | undefined;
    /** Set in place of the member where a call of the admins carries an API key. */
    key: KeyCaller | undefined;
    request: RequestContext;
    appUrl: string;
  };
  Bindings: ClientAddress;
}
