export { dispatch } from './dispatch.ts';
export { given } from './omit-undefined.ts';
export { createPageEventFeed, eventKey, type PageEventFeed } from './page-event-feed.ts';
export { doesNotExtendSession, elevatableByPin, permissionsFor } from './permissions.ts';
export { eventWithoutCosts, reportWithoutCosts, withoutCosts } from './redact-costs.ts';
export { actorProvider, currentActor, runAs, runAsNobody, seesCosts } from './request-context.ts';
