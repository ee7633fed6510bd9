export { dispatch, given } from './dispatch.ts';
export { createEventBus, createPageEventFeed, eventKey, type PageEventFeed } from './page-events.ts';
export { actorProvider, currentActor, runAs, runAsNobody, seesCosts } from './request-context.ts';
