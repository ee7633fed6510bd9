#!/usr/bin/env bash
# Beancount's CSV importer takes the last balance of a statement and asserts it for the day after. It tells the order of the lines by the
# days of the first and the last: in a statement of one day, oldest line first, they are equal, and the balance behind the first line is the
# closing one. Books that are right fail by it, or are made to fit the morning. Konter asserts no balances.
set -uo pipefail
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" || exit 2
needs=(python3-{six,dateutil,chardet,magic,pytest,pluggy,iniconfig,attr,packaging})
apt-get download -qq python3-beancount=2.3.5-2+b1 "${needs[@]}" 2>/dev/null || exit 2
for package in ./*.deb; do dpkg-deb -x "$package" . || exit 2; done
export PYTHONPATH=usr/lib/python3/dist-packages
/usr/bin/python3 -W ignore -c 'import beancount.ingest.importers.csv' || exit 2

cat > finding.py <<'PY'
import warnings
from os import path

from beancount.core.data import Balance
from beancount.ingest import cache
from beancount.ingest.importers.csv import Col, Importer

warnings.filterwarnings('ignore')

columns = {Col.DATE: 'Date', Col.NARRATION1: 'Text', Col.AMOUNT: 'Amount', Col.BALANCE: 'Balance'}
importer = Importer(columns, 'Assets:Bank', 'IDR')


def balance(name, last_day):
    with open(name, 'w') as file:
        file.write('Date,Text,Amount,Balance\n')
        file.write('2026-11-03,Sale,50000.00,1050000.00\n')
        file.write('2026-11-03,Sale,25000.00,1075000.00\n')
        file.write(f'{last_day},Deposit with a provider,-500000.00,575000.00\n')
    asserted = [entry for entry in importer.extract(cache.get_file(path.abspath(name))) if isinstance(entry, Balance)]
    return [f'{entry.date} {entry.amount}' for entry in asserted]


one_day, two_days = balance('one.csv', '2026-11-03'), balance('two.csv', '2026-11-04')
print('beancount 2.3.5 of Debian 12; the last line of both statements has a balance of 575000.00')
print('  lines of two days:', two_days)
print('  lines of one day: ', one_day, 'expected 575000.00 as well')
is_so = two_days == ['2026-11-05 575000.00 IDR'] and one_day == ['2026-11-04 1050000.00 IDR']
raise SystemExit(0 if is_so else 1)
PY
/usr/bin/python3 -W ignore finding.py
