/** Key of the member whose messages this browser receives; another member's old subscription does not count. */
export const OWNER_KEY = 'push-member';
