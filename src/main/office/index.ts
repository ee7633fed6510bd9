export {
  officeHandlers,
  officeProcedures,
  type Publishing,
  publishingHandlers,
  type ReadFromReplicas,
  replicaHandlers,
} from './api.ts';
export { type Office, openOffice } from './office.ts';
export { type FollowedOffice, followOffice } from './office-of-counter.ts';
export { createPublisher, type Publisher } from './publish.ts';
