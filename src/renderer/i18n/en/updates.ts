import type { updates as id } from '../id/updates.ts';

export const updates: typeof id = {
  present: 'This program is version {{version}}',
  lead: 'A newer program is fetched in the background while you sell, and only taken when its maker’s signature fits.',
  url: 'Update address',
  urlHint: 'https; the folder that the maker puts releases into. Empty: never updates by itself.',
  urlBad: 'Must be an https address',
  when: 'When to install',
  automatic: 'By itself, after the last shift is closed',
  asked: 'Only when asked',
  check: 'Look now',
  checking: 'Looking…',
  checkedAt: 'Last looked {{time}}',
  neverChecked: 'Never looked yet.',
  newest: 'This is the newest.',
  downloading: 'Fetching version {{version}}: {{percent}}%. You can go on selling.',
  waiting: 'Version {{version}} is ready to install',
  notes: 'What changed',
  install: 'Install now',
  installing: 'Installing… Konter closes and opens again.',
  installAsk: 'Install version {{version}} now?',
  installWhy:
    'The receipts are backed up first, then Konter closes and opens again within about a minute. Sales that still wait for their result stay recorded, and their results follow.',
  waitsFor: {
    sending: 'Waiting: a sale is being sent.',
    unwritten: 'Waiting: the answer to a sale is not on the disk yet.',
    reopening: 'Waiting: the counter is opening again.',
    task: 'Waiting: a file is being made.',
    shift_open: 'Installs by itself after the shift is closed.',
    day_open:
      'Installs by itself some minutes after the last shift is closed. A shop without shifts installs it with the button below.',
    asking: 'Waits until somebody asks.',
  },
  soon: 'Installs in a moment: the day is closed.',
  hindrance: {
    browser: 'A counter in a browser does not update itself. Whoever installed it does.',
    not_packed: 'This program runs from its sources and does not update itself.',
    by_hand: 'A program installed this way (deb, tar.gz) does not update itself. Install the newer version by hand.',
    no_key: 'This program was built without a release maker’s key, so it believes no release. Install by hand.',
  },
  problem: {
    unreachable: 'The update address cannot be reached. It is tried again later.',
    not_found: 'At the update address there is no release for this system. Check the address.',
    too_slow: 'The update address answers too slowly. It is tried again later.',
    not_signed:
      'What lies at the update address is NOT signed by Konter’s maker, so it was not taken. Check the address, and tell the maker.',
    not_understood: 'The list of releases at the update address cannot be read.',
    not_downloaded: 'The newer program did not arrive whole, so it was thrown away. Look again.',
    not_copied:
      'No backup of the receipts could be made, so the newer program is not installed yet. Mend the backups first.',
    not_installed: 'The newer program could not be installed; this one runs on. Try again, or install it by hand.',
  },
  money: 'Sales are not affected.',
  notices: 'Licences of others',
  showNotices: 'Show the licences',
  hideNotices: 'Hide',
};
