export { diskRoom, machineLines, roomInWords, withoutHome } from './about-machine.ts';
export { type CrashMarker, markRunning } from './crash-marker.ts';
export { selfCheck } from './self-check.ts';
export { verdictLines } from './self-check-verdict.ts';
