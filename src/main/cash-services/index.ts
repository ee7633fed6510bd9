/**
 * Cash services: withdrawal, transfer, deposit and wallet top-up, which the counter records and never sends, and the purse that they move.
 * A record is an event of the log with a row beside it; it is taken back by a counter entry.
 * May use db, printing and settings. Tests: tests/unit/cash-services.
 */

export { cashServicesFeature } from './api.ts';
export {
  type CashServiceRepository,
  firstDifferentService,
  prepareFollowCashService,
  prepareServiceList,
  type ServiceList,
} from './cash-service-repository.ts';
export {
  countedPurse,
  type PurseCount,
  preparePurse,
  preparePurseMoved,
  prepareServicesBetween,
} from './shift-services.ts';
