export { openParkedSales, type ParkedSales, parkingHandlers } from './api.ts';
