#!/usr/bin/env bash
# Digiflazz signs the bytes of its webhook. The npm client digiflazz writes the parsed body anew and signs that: where the sender escapes a
# slash, as PHP does, the signs differ. A token's serial number has slashes in each case, so that result alone is dropped, answered 200,
# and never sent again. Konter's bridge compares with the bytes that came.
set -uo pipefail
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" || exit 2
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . digiflazz@1.1.1 request@2.88.2 express@4.21.2 || exit 2

node - <<'JS'
const { createHmac } = require('node:crypto');
const express = require('express');
const Digiflazz = require('digiflazz');

const secret = 'made-up-secret';
const client = new Digiflazz('shop', 'key', secret);
let result;
const server = express()
  .use(express.json())
  .post('/', Digiflazz.webhook(client), (request) => {
    result = request.digiwebhooks?.data.ref_id;
  })
  .listen(0, '127.0.0.1', async () => {
    const send = async (sn) => {
      const data = { ref_id: 'TRX-1', buyer_sku_code: 'pln20', status: 'Sukses', rc: '00', sn };
      const bytes = JSON.stringify({ data }).replaceAll('/', '\\/');
      const sign = createHmac('sha1', secret).update(bytes).digest('hex');
      result = undefined;
      const headers = { 'content-type': 'application/json', 'x-hub-signature': `sha1=${sign}` };
      const { status } = await fetch(`http://127.0.0.1:${server.address().port}/`, { method: 'POST', headers, body: bytes });
      return { status, result };
    };
    const credit = await send('0041002338');
    const token = await send('1234-5678-9012-3456-7890/BUDI/R1/900VA/14,6');
    console.log('digiflazz 1.1.1, two results with right signs over their bytes');
    console.log(`  sn without slashes: answered ${credit.status}, result ${credit.result ?? 'dropped'}`);
    console.log(`  sn of a token: expected TRX-1; answered ${token.status}, result ${token.result ?? 'dropped'}`);
    server.close();
    server.closeAllConnections();
    process.exit(credit.result === 'TRX-1' && token.status === 200 && token.result === undefined ? 0 : 1);
  });
JS
