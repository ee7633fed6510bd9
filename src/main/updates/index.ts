export { updateHandlers } from './api.ts';
export { type Installer, type Release, updateKeys } from './feed.ts';
export { type Activity, createUpdateService, type UpdateService, updatesFile } from './update-service.ts';
