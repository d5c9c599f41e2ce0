import type { Tx } from '#database/client.ts';
import type { StaffRenamed } from '#domain/members/index.ts';
import { recordAction } from './record-action.ts';

/** The action of an entry about another address; its words begin with the old one. */
export const ADDRESS_CHANGED = 'address changed';

/** Records that one of the staff has another name or address, as the trail shows those of today beside every entry. */
export const recordRenaming = (tx: Tx, { memberId, role, ip, what, before, after }: StaffRenamed) =>
  recordAction(tx, { id: memberId, role, ip }, what === 'address' ? ADDRESS_CHANGED : 'name changed', {
    subject: { kind: 'member', id: memberId },
    text: { memberId, words: `${before} → ${after}` },
  });
