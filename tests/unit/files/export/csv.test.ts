import { expect, it } from 'vitest';
import { csvLines } from '../../../../src/main/files/export/csv.ts';

const marked = (text: string): boolean =>
  csvLines([[text]], 'tab')
    .replace(/^"/, '')
    .startsWith("'");

it.each([
  '0041',
  '1.5E+3',
  '1,5e3',
  '10%',
  '5-MAR',
  'MAR 5',
  '17 Agustus 2026',
  'Mei 2026',
  'September 26, 2026 10:30:00',
  '2026-03-02T10:00',
  '10:30 PM',
  'Rp5.000',
  'Rp. 1.000.000',
  '5.000 IDR',
  '$5',
  'TRUE',
  'salah',
])('%s is marked as text: spreadsheets convert it', (text) => {
  expect(marked(text)).toBe(true);
});

it.each(['Telkomsel 50', 'TSEL10', 'A1-000001', '20 GB', 'Market 12', 'Mei', 'Rp', '9 September 2026 pagi', '3 Data'])(
  '%s is as it was: nothing converts it',
  (text) => {
    expect(marked(text)).toBe(false);
  },
);

it('a long text of digits and words takes no longer than its length', () => {
  const started = performance.now();
  for (const text of ['7 '.repeat(16_000), `${'7'.repeat(32_000)}x`, `rp${'7.'.repeat(16_000)}x`]) marked(text);
  expect(performance.now() - started).toBeLessThan(1000);
});
