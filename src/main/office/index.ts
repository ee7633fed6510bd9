export { officeHandlers } from './api.ts';
