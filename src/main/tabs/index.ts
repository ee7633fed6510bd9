export { tabHandlers } from './api.ts';
export { sqliteTabs, type Tabs } from './tabs-repository.ts';
