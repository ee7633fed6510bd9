import { deferred } from '../ui/deferred.tsx';

/** The start of the page loads them before the first paint where the status has any. */
export const SafetyNotices = deferred(async () => (await import('./SafetyNotices.tsx')).SafetyNotices);
