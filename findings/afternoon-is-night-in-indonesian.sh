#!/usr/bin/env bash
# Arrow writes dates and times in the words of a language. Its Indonesian has no words for the halves of a day, so that the format
# "hh:mm A", which is right in English, gives 03:30 for half past three in the afternoon as for that in the night, and Arrow reads the former
# back as the latter. A payment moves by 12 hours, before a cut-off or behind it. Konter writes 24 hours.
set -uo pipefail
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" || exit 2
apt-get download -qq python3-arrow=1.2.3-1 python3-dateutil python3-six 2>/dev/null || exit 2
for package in ./*.deb; do dpkg-deb -x "$package" . || exit 2; done

cat > finding.py <<'PY'
import arrow

pattern = 'D MMMM YYYY hh:mm A'
print('arrow 1.2.3 of Debian 12, 13 November 2026 by', pattern)
is_so = True
for language, seen in [('en-us', [3, 11, 15, 23]), ('id', [3, 11, 3, 11])]:
    for hour, wanted in zip([3, 11, 15, 23], seen):
        text = arrow.get(2026, 11, 13, hour, 30).format(pattern, locale=language)
        read = arrow.get(text, pattern, locale=language)
        print(f'  {language}: {hour:02}:30 is written "{text}" and read {read.format("HH:mm")}')
        is_so &= read.hour == wanted
raise SystemExit(0 if is_so else 1)
PY
PYTHONPATH=usr/lib/python3/dist-packages /usr/bin/python3 -W ignore finding.py
