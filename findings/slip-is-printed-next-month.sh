#!/usr/bin/env bash
# Printers and CUPS say when a job was completed in the bytes of RFC 2579, whose months are 1 to 12. The npm package ipp hands the month to
# Date, whose months are 0 to 11: each slip was printed a month later than it was, and one of December in the next year. Its writer is wrong
# alike, so that what it writes itself looks right. Konter asks CUPS for a job's state, and takes the time itself.
set -uo pipefail
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" || exit 2
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . ipp@2.0.1 ipp-encoder@5.0.0 || exit 2

TZ=UTC node - <<'JS'
const { parse } = require('ipp');
const { response } = require('ipp-encoder');

const size = (text) => [text.length >> 8, text.length & 255];
const attribute = (tag, name, value) => [tag, ...size(name), ...Buffer.from(name), ...size(value), ...Buffer.from(value)];
/** The answer about a job that was completed at this time of UTC. */
const answer = (year, ...time) =>
  Buffer.from([
    ...[1, 1, 0, 0, 0, 0, 0, 1],
    ...[1, ...attribute(0x47, 'attributes-charset', 'utf-8'), ...attribute(0x48, 'attributes-natural-language', 'id')],
    ...[2, ...attribute(0x31, 'date-time-at-completed', Buffer.from([year >> 8, year & 255, ...time, 0, 0x2b, 0, 0])), 3],
  ]);

console.log('date-time-at-completed by ipp 2.0.1, beside ipp-encoder 5.0.0; on a machine in UTC');
const months = [[2026, 11, 5, 9, 30, 15], [2026, 12, 31, 9, 30, 15]].map((time) => {
  const bytes = answer(...time);
  const read = new Date(parse(bytes)['job-attributes-tag']['date-time-at-completed']).toISOString();
  const other = response.decode(bytes).groups[1].attributes[0].value[0].toISOString();
  console.log(`  ${time.slice(0, 3).join('-')}: ipp ${read}, ipp-encoder ${other}`);
  return [read.slice(0, 10), other.slice(0, 10)];
});
process.exit(months.join() === '2026-12-05,2026-11-05,2027-01-31,2026-12-31' ? 0 : 1);
JS
