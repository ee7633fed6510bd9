export { type ProductAnswer, type Provider, type ProviderOutcome } from './classify-response.ts';
export { createProvider, logOutcomes, watchClockSkew, watchTransport } from './client.ts';
