export { type DisplayDesk, openDisplayDesk } from './customer-display.ts';
export { type DisplayHost } from './display-host.ts';
