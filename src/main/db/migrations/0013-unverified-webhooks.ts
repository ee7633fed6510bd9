/** Events of webhooks that failed the signature check: a handful, read at each start. */
export const unverifiedWebhooks = `
CREATE INDEX events_unverified ON events (type) WHERE type = 'webhook.unverified';
-- by the quarantined webhook that they handled
CREATE INDEX events_handling ON events (data ->> '$.setAside') WHERE data ->> '$.setAside' IS NOT NULL;
`;
