#!/usr/bin/env bash
# The times of a printer (RFC 2579) say how far its clock is ahead of UTC, or behind it. ipp-encoder adds what it is ahead, where it has to
# subtract it: a slip that was printed at half past midnight in Jakarta was printed at half past two in the afternoon, says its reader. Times
# west of London are right. Konter asks CUPS for a job's state, and takes the time itself.
set -uo pipefail
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" || exit 2
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . ipp-encoder@5.0.0 || exit 2

node - <<'JS'
const { response } = require('ipp-encoder');

const size = (text) => [text.length >> 8, text.length & 255];
const attribute = (tag, name, value) => [tag, ...size(name), ...Buffer.from(name), ...size(value), ...Buffer.from(value)];
/** The answer about a job that was completed at 00:30 on 5 November 2026 by a clock this many hours from UTC. */
const answer = (sign, hours) =>
  Buffer.from([
    ...[1, 1, 0, 0, 0, 0, 0, 1],
    ...[1, ...attribute(0x47, 'attributes-charset', 'utf-8'), ...attribute(0x48, 'attributes-natural-language', 'id')],
    ...[2, ...attribute(0x31, 'date-time-at-completed', Buffer.from([0x07, 0xea, 11, 5, 0, 30, 0, 0, sign.charCodeAt(0), hours, 0])), 3],
  ]);

console.log('ipp-encoder 5.0.0, 2026-11-05 00:30 by the clock of');
const clocks = [['New York', '-', 5], ['London', '+', 0], ['Jakarta', '+', 7], ['Makassar', '+', 8], ['Jayapura', '+', 9]];
const late = clocks.map(([place, sign, hours]) => {
  const [read] = response.decode(answer(sign, hours)).groups[1].attributes[0].value;
  const expected = new Date(`2026-11-05T00:30:00${sign}0${hours}:00`);
  console.log(`  ${place}: expected ${expected.toISOString()}, got ${read.toISOString()}`);
  return (read - expected) / 3_600_000;
});
process.exit(late.join() === '0,0,14,16,18' ? 0 : 1);
JS
