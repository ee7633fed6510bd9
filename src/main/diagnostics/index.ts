export { diskSpace, formatBytes, machineLines, withoutHome } from './about-machine.ts';
export { type CrashMarker, markRunning } from './crash-marker.ts';
export { selfCheck, verdictLines } from './self-check.ts';
