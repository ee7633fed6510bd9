/** Changes of prices and settings are few among many sales: what lists them has an index that no sale writes to. */
export const auditLog = `
CREATE INDEX events_shop ON events (seq) WHERE type IN ('catalogue.priced', 'settings.changed');
`;
