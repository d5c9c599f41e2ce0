import type { KeyCaller } from '#domain/administration/index.ts';
import type { ClientAddress } from './address.ts';
import type { RequestContext, SessionMember } from './implement.ts';

/** Hono's type of what the frame binds to each request. */
export interface Env {
  Variables: {
    member: SessionMember | undefined;
    /** Set instead of the member if a call of the admins has an API key. */
    key: KeyCaller | undefined;
    /** Finds out anew who calls, and binds `member` or `key` again. */
    authenticateAgain: () => Promise<void>;
    request: RequestContext;
    appUrl: string;
  };
  Bindings: ClientAddress;
}
