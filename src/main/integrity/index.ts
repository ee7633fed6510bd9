export { journalHandlers } from './api.ts';
export { verifyJournal } from './verify.ts';
