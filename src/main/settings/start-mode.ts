/**
 * Training starts by itself only where nobody has ever set anything live: no live setting, no live database. Where a shop
 * has gone live and its settings are missing, the counter stays live and refuses to sell, so that nobody takes cash against
 * a training receipt.
 */
export function startMode(known: { liveSettings: boolean; liveJournal: boolean }): 'training' | 'live' {
  return known.liveSettings || known.liveJournal ? 'live' : 'training';
}
