#!/usr/bin/env bash
# The amounts of an OFX statement have a point or a comma before their decimals, says its standard, and Indonesia writes a comma.
# Beancount's importer drops it as if it stood between thousands: Rp 12.500,50 of a fee is 1,250,050, and the balance is a hundredfold as
# well, so that the sums fit. Amounts with a point are right. Konter reads no OFX.
set -uo pipefail
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" || exit 2
needs=(python3-{bs4,lxml,soupsieve,six,dateutil,chardet,magic,pytest,pluggy,iniconfig,attr,packaging})
apt-get download -qq python3-beancount=2.3.5-2+b1 "${needs[@]}" 2>/dev/null || exit 2
for package in ./*.deb; do dpkg-deb -x "$package" . || exit 2; done
export PYTHONPATH=usr/lib/python3/dist-packages
/usr/bin/python3 -W ignore -c 'import beancount.ingest.importers.ofx' || exit 2

cat > finding.py <<'PY'
import warnings

import bs4
from beancount.ingest.importers import ofx

warnings.filterwarnings('ignore')


def statement(point):
    return f'''OFXHEADER:100
DATA:OFXSGML
VERSION:102

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>IDR
<BANKACCTFROM><BANKID>999<ACCTID>1234567890<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20261101<DTEND>20261104
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20261103<TRNAMT>-12500{point}50<FITID>1<NAME>Fee</STMTTRN>
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261104<TRNAMT>150000{point}00<FITID>2<NAME>Sale</STMTTRN>
</BANKTRANLIST><LEDGERBAL><BALAMT>137499{point}50<DTASOF>20261104</LEDGERBAL>
</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>'''


def amounts(point):
    soup = bs4.BeautifulSoup(statement(point), 'lxml')
    entries = ofx.extract(soup, 'made-up.ofx', '.*', 'Assets:Bank', '*', ofx.BalanceType.DECLARED)
    return [str(entry.postings[0].units.number if hasattr(entry, 'postings') else entry.amount.number) for entry in entries]


print('beancount 2.3.5 of Debian 12: a fee, a sale and the balance')
print('  with a point:', amounts('.'))
print('  with a comma:', amounts(','), 'expected the same')
is_so = amounts('.') == ['-12500.50', '150000.00', '137499.50'] and amounts(',') == ['-1250050', '15000000', '13749950']
raise SystemExit(0 if is_so else 1)
PY
/usr/bin/python3 -W ignore finding.py
