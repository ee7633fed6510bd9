export const machine = {
  desktop: 'Window and computer',
  startAtLogin: 'Open Konter when the computer is logged in to',
  yes: 'Yes',
  no: 'No',
  kiosk: 'Kiosk mode',
  kioskLead:
    'The window fills the screen and cannot be closed. It does not lock the computer itself: other programs, the task switcher and the power button are the system’s to lock.',
  diagnostics: 'Diagnostics',
  diagnosticsLead:
    'How this counter is, as text for whoever helps you: versions, settings, last errors, queues, database, disk, clock. No customer, no amount, no secret. Konter itself sends nothing.',
  copy: 'Copy diagnostics',
  gathering: 'Gathering …',
  copied: 'Copied. Paste it into the chat.',
  notCopied: 'The system did not take the text. Mark it below and copy it yourself.',
  text: 'Diagnostics',
  lockedHere: 'Set from outside, cannot be changed here:',
} as const;
