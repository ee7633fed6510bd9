#!/usr/bin/env bash
# When the connection ends after an order was sent, nobody knows whether it was bought. The npm client digiflazz looks for a response code
# in that error, and throws a TypeError about "rc" with neither cause nor code: a program that tells lost answers from refusals by their
# codes takes it for a fault of its own and lets the sale be sold again. Konter's bridge keeps every such order pending.
set -uo pipefail
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" || exit 2
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . digiflazz@1.1.1 request@2.88.2 || exit 2

node - <<'JS'
const { createServer } = require('node:http');
const Digiflazz = require('digiflazz');

let orders = 0;
const server = createServer((request) => {
  request.on('data', () => {}).on('end', () => {
    orders += 1;
    request.socket.destroy();
  });
}).listen(0, '127.0.0.1', async () => {
  const client = new Digiflazz('shop', 'key');
  client._endpoint = `http://127.0.0.1:${server.address().port}`;
  const error = await client.transaksi('xld10', '087800001230', 'TRX-1').then(() => undefined, (reason) => reason);
  console.log('digiflazz 1.1.1: an order arrives, and the connection ends without an answer');
  console.log(`  orders that arrived: ${orders}`);
  console.log(`  expected an error that says ECONNRESET; got ${error?.name}, code ${error?.code}, cause ${error?.cause}: ${error?.message}`);
  server.close();
  process.exit(orders === 1 && error instanceof TypeError && error.code === undefined && error.cause === undefined ? 0 : 1);
});
JS
