/** How far the relay had acknowledged a mailbox when this journal last began to read it from its oldest; see relay/listener.ts. */
export const ackedPositions = `
CREATE TABLE relay_acks (mailbox TEXT NOT NULL PRIMARY KEY, acked TEXT NOT NULL) STRICT, WITHOUT ROWID;
`;
