export { peopleHandlers } from './api.ts';
export { guarded } from './authorize.ts';
export { answerForgottenPin } from './forgotten-pin.ts';
export { type PinLock } from './pin-lock.ts';
export { sqliteStaff } from './staff-repository.ts';
export { readPerson } from './staff-rows.ts';
export { createStaffService, type StaffService } from './staff-service.ts';
export { type StaffRepository } from './staff-types.ts';
