import { expect, it } from 'vitest';
import { withoutMailboxIds } from '../../../../src/shared/domain/provider-answer.ts';

it.each([
  ['{"callback_url":"https://r.example/hooks/m-1_x/0191"}', '{"callback_url":"https://r.example/hooks/…/0191"}'],
  [
    String.raw`{"u":"https:\/\/r.example\/hooks\/m-1_x\/0191"}`,
    String.raw`{"u":"https:\/\/r.example\/hooks\/…\/0191"}`,
  ],
  [String.raw`r\u002Fhooks\u002Fm-1_x\u002F0191`, String.raw`r\u002Fhooks\u002F…\u002F0191`],
  ['u=https%3A%2F%2Fr%2Fhooks%2Fm-1_x%2F0191&x', 'u=https%3A%2F%2Fr%2Fhooks%2F…%2F0191&x'],
  ['Callback https://r.example/relay/hooks/m-1_x gagal', 'Callback https://r.example/relay/hooks/… gagal'],
  ['/hooks/a/1 dan /hooks/b/2', '/hooks/…/1 dan /hooks/…/2'],
  ['Saldo tidak cukup', 'Saldo tidak cukup'],
])('%s', (text, shown) => {
  expect(withoutMailboxIds(text)).toBe(shown);
});
