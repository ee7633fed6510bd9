#!/usr/bin/env bash
# Hosts that sell credit to resellers over XML-RPC may end a time with its zone. The npm package xmlrpc writes such times if it is asked to,
# and says that it reads them; it takes +07:00 for 70 milliseconds, and the time for one of the machine's own zone: 7 hours late on a server
# in UTC, an hour early in Makassar. Konter reads the zone of a time.
set -uo pipefail
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" || exit 2
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . xmlrpc@1.3.2 || exit 2

cat > write.js <<'JS'
const { dateFormatter } = require('xmlrpc');
dateFormatter.setOpts({ colons: true, hyphens: true, local: true, ms: false, offset: true });
console.log(dateFormatter.encodeIso8601(new Date('2026-11-05T00:30:00+07:00')));
JS
cat > read.js <<'JS'
const { dateFormatter } = require('xmlrpc');
console.log(dateFormatter.decodeIso8601(process.argv[2]).toISOString());
JS
written=$(TZ=Asia/Jakarta node write.js)
echo "xmlrpc 1.3.2 writes $written in Jakarta"
result=0
for zone in UTC=2026-11-05T00:30:00.070Z Asia/Makassar=2026-11-04T16:30:00.070Z Asia/Jakarta=2026-11-04T17:30:00.070Z; do
  got=$(TZ=${zone%=*} node read.js "$written")
  echo "  read on a machine in ${zone%=*}: expected 2026-11-04T17:30:00.000Z, got $got"
  [[ $got == "${zone#*=}" ]] || result=1
done
[[ $written == 2026-11-05T00:30:00+07:00 ]] || result=1
exit $result
