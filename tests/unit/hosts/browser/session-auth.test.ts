import { describe, expect, it } from 'vitest';
import { SessionAuth } from '../../../../src/main/hosts/browser/session-auth.ts';

describe('the session of a page', () => {
  it('a token opens one session, once, and its cookie and its secret are both needed', () => {
    const door = new SessionAuth();
    expect(door.knows(null)).toBe(false);
    expect(door.trade('wrong')).toBeNull();
    const session = door.trade(door.token);
    expect(door.knows(session)).toBe(true);
    const { sessionId = '', pageSecret = '' } = session ?? {};
    expect(door.knows({ sessionId, pageSecret: sessionId })).toBe(false);
    expect(door.knows({ sessionId: pageSecret, pageSecret })).toBe(false);
    expect(door.trade(door.token)).toBeNull();
  });

  it('a shared session is known to the next process, before and after its token is traded', () => {
    const session = { sessionId: 'b'.repeat(43), pageSecret: 'c'.repeat(43) };
    const shared = { token: 'a'.repeat(43), ...session };
    for (const door of [new SessionAuth(shared), new SessionAuth(shared)]) {
      expect(door.knows(session)).toBe(true);
      expect(door.trade('wrong')).toBeNull();
      expect(door.trade(shared.token)).toEqual(session);
      expect(door.trade(shared.token)).toEqual(session);
    }
  });
});
