export { type Installer, type Release, updateKeys } from './feed.ts';
export {
  type Activity,
  createUpdateService,
  type UpdateService,
  updateHandlers,
  updatesFile,
} from './update-service.ts';
