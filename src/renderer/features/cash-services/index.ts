/** Cash services: recorded at the till, found again, printed and taken back. The screen itself is loaded when it is opened. */
export { ServiceMatches } from './ServiceMatches.tsx';
