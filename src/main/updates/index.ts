export { updateHandlers } from './api.ts';
export { type Installer, type Release } from './installer.ts';
export { updateKeys } from './update-keys.ts';
export { type Situation } from './update-policy.ts';
export { createUpdateService, type Updates } from './update-service.ts';
export { updatesFile } from './updates-file.ts';
