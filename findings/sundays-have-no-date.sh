#!/usr/bin/env bash
# Minggu is Sunday and also week in Indonesian. dateparser reads dates with each of the other days of the week, and none that begins with
# "Minggu,": it returns nothing, with or without the language named. A statement whose lines have the day loses each Sunday. "Min," and
# "Ahad," are read. Konter reads them all.
set -uo pipefail
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" || exit 2
apt-get download -qq python3-dateparser=1.1.6-1 python3-dateutil python3-regex python3-six python3-tz python3-tzlocal python3-pytz-deprecation-shim \
  2>/dev/null || exit 2
for package in ./*.deb; do dpkg-deb -x "$package" . || exit 2; done

cat > finding.py <<'PY'
from dateparser import parse

days = ['Senin, 2', 'Selasa, 3', 'Rabu, 4', 'Kamis, 5', 'Jumat, 6', 'Sabtu, 7', 'Minggu, 8', 'Ahad, 8']
print('dateparser 1.1.6 of Debian 12')
is_so = True
for day in days:
    text = f'{day} November 2026'
    read = parse(text, languages=['id'])
    print(f'  {text}: {read and read.date()}')
    is_so &= read is None and parse(text) is None if day.startswith('Minggu') else read is not None and read.day == int(day.split()[1])
raise SystemExit(0 if is_so else 1)
PY
PYTHONPATH=usr/lib/python3/dist-packages /usr/bin/python3 -W ignore finding.py
