import { expect, it } from 'vitest';
import { Door } from '../../../src/main/browser/door.ts';

it('a token opens one session, once', () => {
  const door = new Door();
  expect(door.knows(null)).toBe(false);
  expect(door.trade('wrong')).toBeNull();
  const session = door.trade(door.token);
  expect(door.knows(session)).toBe(true);
  expect(door.knows('another')).toBe(false);
  expect(door.trade(door.token)).toBeNull();
});

it('a shared session is known to the next process, before and after its token is traded', () => {
  const shared = { token: 'a'.repeat(43), sessionId: 'b'.repeat(43) };
  for (const door of [new Door(shared), new Door(shared)]) {
    expect(door.knows(shared.sessionId)).toBe(true);
    expect(door.trade('wrong')).toBeNull();
    expect(door.trade(shared.token)).toBe(shared.sessionId);
    expect(door.trade(shared.token)).toBe(shared.sessionId);
  }
});
