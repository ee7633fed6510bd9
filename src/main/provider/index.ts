export { type ProductAnswer, type Provider, type ProviderOutcome } from './classify-response.ts';
export { createProvider } from './client.ts';
export { logOutcomes, watchClockSkew, watchTransport } from './watch.ts';
