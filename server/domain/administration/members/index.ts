export { listMembers } from './list-members.ts';
export { countMembers } from './member-filters.ts';
export { addNote, listNotes } from './notes.ts';
export {
  memberActions,
  memberNotices,
  memberRequests,
  memberRewards,
  memberTasks,
} from './read-history.ts';
export { type MemberPage, readMemberPage } from './read-member.ts';
