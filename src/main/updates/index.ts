/**
 * New versions of the program: the signed feed, what is downloaded, and when it is installed (never in the middle of a sale).
 * May use base. Tests: tests/unit/updates.
 */

export { type Installer, type Release, updateKeys } from './feed.ts';
export {
  type Activity,
  createUpdateService,
  type UpdateService,
  updateHandlers,
  updatesFile,
} from './update-service.ts';
