export { type CrashMarker, type DataDirLock, lockDataDir } from './crash-marker.ts';
export { diagnosticsHandlers } from './report.ts';
export { selfCheck, verdictLines } from './self-check.ts';
