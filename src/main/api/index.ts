export { dispatch, given } from './dispatch.ts';
export { createEventBus, createPageEventFeed, eventKey, type PageEventFeed } from './page-events.ts';
export {
  actorProvider,
  currentActor,
  doesNotExtendSession,
  elevatableByPin,
  permissionsFor,
  runAs,
  runAsNobody,
  seesCosts,
} from './permissions.ts';
export { eventWithoutCosts, reportWithoutCosts, withoutCosts } from './redact-costs.ts';
