export { peopleHandlers } from './api.ts';
export { guarded } from './authorize.ts';
export { answerForgottenPin } from './forgotten-pin.ts';
export { type PinLock } from './pin-lock.ts';
export { sqlitePeople } from './staff-repository.ts';
export { readPerson } from './staff-rows.ts';
export { createPeopleDesk, type PeopleDesk } from './staff-service.ts';
export { type PeopleBook } from './staff-types.ts';
