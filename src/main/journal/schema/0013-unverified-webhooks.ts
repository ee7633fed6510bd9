/** Events of webhooks that failed the signature check: a handful, read at each start. */
export const unverifiedWebhooks = `
CREATE INDEX events_unverified ON events (type) WHERE type = 'webhook.unverified';
`;
