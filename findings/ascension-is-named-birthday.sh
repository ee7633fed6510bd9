#!/usr/bin/env bash
# Isra Mikraj, on 27 Rajab, and Maulid Nabi, on 12 Rabiulawal, are both public holidays of Indonesia. date-holidays names both Maulid Nabi:
# the first one has its day but not its name, and a year has two birthdays. A shop that prints its closed days, or looks one up by its name,
# is half a year off. Konter knows no holidays.
set -uo pipefail
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" || exit 2
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . date-holidays@3.37.0 || exit 2

TZ=Asia/Jakarta node - <<'JS'
const Holidays = require('date-holidays');

const islamic = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura', { day: 'numeric', month: 'numeric', timeZone: 'UTC' });
const islamicDay = (date) => Object.fromEntries(islamic.formatToParts(new Date(`${date.slice(0, 10)}T12:00:00Z`)).map(({ type, value }) => [type, Number(value)]));
const holidays = new Holidays('ID');
console.log('date-holidays 3.37.0, Indonesia: days named Maulid Nabi, with the day and the month of the Islamic year');
const named = [2025, 2026].flatMap((year) => holidays.getHolidays(year).filter(({ name }) => name.startsWith('Maulid Nabi')).map(({ date, name }) => {
  const { day, month } = islamicDay(date);
  console.log(`  ${date.slice(0, 10)}, ${day}/${month}: expected ${month === 7 ? 'Isra Mikraj' : 'Maulid Nabi'}, got ${name}`);
  return month;
}));
const others = [2025, 2026].flatMap((year) => holidays.getHolidays(year)).filter(({ name }) => /isra|mikraj|miraj/i.test(name));
console.log(`  days named Isra Mikraj: expected 2, got ${others.length}`);
process.exit(named.join() === '7,3,7,3' && others.length === 0 ? 0 : 1);
JS
