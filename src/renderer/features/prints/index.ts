export { answerPin, askPrint, askSupervisor, stopAsking, useAskSupervisor } from './ask-print.ts';
export { JobBox, PrintButton, PrintLine, PrintsMade } from './PrintsMade.tsx';
