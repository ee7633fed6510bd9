/** Other spellings of a product's name, from webhooks that an answer's id bound to their orders; see counter/webhook/match.ts. */
export const spellings = `
CREATE INDEX events_spelling ON events (data ->> '$.spelling')
  WHERE type = 'webhook.applied' AND data ->> '$.spelling' IS NOT NULL;
`;
