#!/usr/bin/env bash
# validator's isMobilePhone() for Indonesia knows 0877 and 0878 and refuses 0879 of the same operator, at any length, which Google's
# metadata counts as mobile. A form that asks it turns such customers away. Konter lists it, and only warns.
set -uo pipefail
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" || exit 2
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . validator@13.15.35 libphonenumber-js@1.13.16 || exit 2

node - <<'JS'
const { isMobilePhone } = require('validator');
const { parsePhoneNumberFromString } = require('libphonenumber-js/max');

console.log("validator 13.15.35, isMobilePhone(number, 'id-ID'), beside libphonenumber-js 1.13.16");
const results = ['0877', '0878', '0879'].map((prefix) => {
  const numbers = [10, 11, 12, 13].map((length) => prefix + '000000000'.slice(0, length - 4));
  const accepted = numbers.filter((number) => isMobilePhone(number, 'id-ID')).length;
  const mobile = numbers.filter((number) => {
    const parsed = parsePhoneNumberFromString(number, 'ID');
    return parsed?.isValid() && parsed.getType() === 'MOBILE';
  }).length;
  console.log(`  ${prefix} with 10 to 13 digits: expected 4 accepted, validator ${accepted}, libphonenumber ${mobile}`);
  return { prefix, accepted, mobile };
});
process.exit(results.every(({ prefix, accepted, mobile }) => mobile === 4 && accepted === (prefix === '0879' ? 0 : 4)) ? 0 : 1);
JS
