export { officeHandlers, replicaHandlers } from './api.ts';
export { type Office, openOffice } from './office.ts';
export { type ReadFromReplicas, servedAtOffice } from './served.ts';
