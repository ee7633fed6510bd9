/**
 * What is printed of a sale, and what became of each job. Tests: tests/unit/renderer/features/prints.
 */

export { askPrint, askSupervisor, useAskSupervisor } from './ask-print.ts';
export { JobBox, PrintButton, PrintLine, PrintsMade } from './PrintsMade.tsx';
