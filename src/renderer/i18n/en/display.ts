import type { display as displayId, sounds as soundsId } from '../id/display.ts';

export const display: typeof displayId = {
  title: 'Customer display',
  lead: 'A second screen that faces the customer: product, number, amount, change, result and the QR of the proof. What the shop pays, serial numbers and other people’s data never stand there.',
  none: 'There is no customer display here.',
  switch: { on: 'Use it', off: 'Not used' },
  screen: {
    label: 'On which screen',
    auto: 'Second screen (automatic)',
    window: 'An ordinary window that I move myself',
    one: 'There is one screen only. The display opens by itself as soon as a second one is connected.',
  },
  seconds: 'A result goes after (seconds)',
  secondsHint: '5 to 300. The next customer takes its place at once.',
  secondsBad: 'Write a number between 5 and 300.',
  link: {
    title: 'Open in a browser',
    lead: 'Make an address, open it on the screen that faces the customer, and press F11 to fill the screen. The address works once, and that page can only show.',
    make: 'Make an address',
    open: 'Open the customer display',
    copy: 'Copy the address',
    copied: 'The address is copied. It works once.',
  },
  preview: {
    title: 'What it looks like',
    idle: 'Nobody',
    asking: 'Asking',
    success: 'Done',
    unsure: 'Not certain',
    failed: 'Failed',
    test: 'Show an example on the customer display',
  },
};

export const sounds: typeof soundsId = {
  label: 'Sounds',
  lead: 'Sounds only go along with what the screen says. They are set for this computer alone.',
  try: 'Try the sounds',
  loudness: { off: 'Off', soft: 'Soft', medium: 'Medium', loud: 'Loud' },
  cue: { success: 'Success', failed: 'Failed', attention: 'Look at this', keyError: 'Not taken' },
};
