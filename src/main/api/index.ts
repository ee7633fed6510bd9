/**
 * One call of a page, the same for both hosts: its input is parsed, its person goes with it, an exception becomes a word.
 * What a procedure does, and who may call it, is elsewhere: in its feature and in its row of the contract.
 * May use base and db. Tests: tests/unit/api, tests/contract/inputs.test.ts, tests/exploit/hostile-input.test.ts.
 */

export { dispatch, withoutUndefined } from './dispatch.ts';
export { createEventBus, createPageEventFeed, eventKey, type PageEventFeed } from './page-events.ts';
export { actorProvider, currentActor, runAs, runAsNobody, seesCosts } from './request-context.ts';
