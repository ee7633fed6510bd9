export { dispatch } from './dispatch.ts';
export { createPageEventFeed, eventKey, type PageEventFeed } from './page-event-feed.ts';
export { doesNotExtendSession, elevatableByPin, permissionsFor } from './permissions.ts';
export { eventWithoutCosts, reportWithoutCosts, withoutCosts } from './redact-costs.ts';
export { actorProvider, currentActor, given, runAs, runAsNobody, seesCosts } from './request-context.ts';
