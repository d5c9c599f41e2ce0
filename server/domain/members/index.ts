export { closeAllSessions, closeSession, findSession, openSession, type Session } from './session.ts';
