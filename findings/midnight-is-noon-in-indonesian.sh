#!/usr/bin/env bash
# Half past midnight is 12:30 pagi in date-and-time's Indonesian, its word for the morning. It reads that back as half past twelve at noon,
# since its morning leaves the hour as it is; English is right. Sales between midnight and one, when hosts book their day's end, move to
# noon. Konter writes 24 hours.
set -uo pipefail
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" || exit 2
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . date-and-time@3.6.0 || exit 2

node - <<'JS'
const dates = require('date-and-time');
const indonesian = require('date-and-time/locale/id');
const english = require('date-and-time/locale/en');

const pattern = 'D MMMM YYYY hh:mm A';
const clock = (date) => dates.format(date, 'HH:mm');
console.log(`date-and-time 3.6.0, 13 November 2026 by ${pattern}`);
let isSo = true;
for (const [language, locale, midnight] of [['en', english, '00:30'], ['id', indonesian, '12:30']]) {
  dates.locale(locale);
  for (const [hour, seen] of [[0, midnight], [1, '01:30'], [12, '12:30'], [15, '15:30'], [23, '23:30']]) {
    const day = new Date(2026, 10, 13, hour, 30);
    const text = dates.format(day, pattern);
    const read = clock(dates.parse(text, pattern));
    console.log(`  ${language}: ${clock(day)} is written "${text}" and read ${read}`);
    isSo &&= read === seen;
  }
}
process.exit(isSo ? 0 : 1);
JS
