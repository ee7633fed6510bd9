/**
 * What saved customers owe the shop, and what they pay of it.
 * The debt is the sum of the sales on the tab; nothing else adds to it.
 * May use db and printing. Tests: tests/unit/tabs, tests/e2e/journeys/tabs.spec.ts.
 */

export { tabsFeature } from './api.ts';
export { type Tabs } from './tabs-repository.ts';
