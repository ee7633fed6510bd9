export { peopleHandlers } from './api.ts';
export { withPermissionChecks } from './authorize.ts';
export { derivePin, PinHashes, type PinLock } from './pins.ts';
export { readPerson, type StaffRepository, sqliteStaff } from './staff-repository.ts';
export { createStaffService, resetForgottenPin, type StaffService } from './staff-service.ts';
