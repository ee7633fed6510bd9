export { dispatch } from './dispatch.ts';
export { eventKey } from './event-key.ts';
export { given } from './omit-undefined.ts';
export { createPageEar, type PageEar } from './page-event-feed.ts';
export { needsOf, pinOpens, quiet } from './permissions.ts';
export { eventWithoutCosts, reportWithoutCosts, withoutCosts } from './redact-costs.ts';
export { actAs, actAsNobody, actingNow, seesCosts, whoActs } from './request-context.ts';
