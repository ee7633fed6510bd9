/** Webhooks of erased customers that the relay still holds, those erased before this version too. */
export const relayErasures = `
-- It names sales and signatures and never a number, so that it says nothing about anybody.
CREATE TABLE relay_erasures (
  seq INTEGER PRIMARY KEY,
  -- "ref": every webhook to the callback address of that sale; "signature": the webhook with that signature
  kind TEXT NOT NULL CHECK (kind IN ('ref', 'signature')),
  name TEXT NOT NULL,
  UNIQUE (kind, name)
) STRICT;

INSERT INTO relay_erasures (kind, name)
  SELECT 'ref', id FROM transactions WHERE customer_no = '••••' ORDER BY id;

-- of those sales, what came to another address
INSERT OR IGNORE INTO relay_erasures (kind, name)
  SELECT 'signature', e.data ->> '$.signature'
  FROM transactions t CROSS JOIN events e ON e.sale_id = t.id
  WHERE t.customer_no = '••••' AND e.type LIKE 'webhook.%'
    AND e.data ->> '$.ref' IS NOT t.id AND e.data ->> '$.signature' <> '';

-- quarantined webhooks whose body was erased
INSERT OR IGNORE INTO relay_erasures (kind, name)
  SELECT 'signature', e.data ->> '$.signature'
  FROM events e JOIN event_payloads b ON b.id BETWEEN e.seq * 100 AND e.seq * 100 + 99
  WHERE e.type = 'webhook.quarantined' AND b.role = 'webhook' AND b.bytes IS NULL
    AND e.data ->> '$.signature' <> '';
`;
