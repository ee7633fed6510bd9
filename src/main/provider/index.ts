export { createProvider } from './client.ts';
export { type ProductAnswer, type Provider, type ProviderOutcome } from './operations.ts';
export { watchClockSkew, watchTransport } from './transport-watch.ts';
