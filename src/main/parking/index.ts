export { parkingHandlers } from './api.ts';
export { openParkedSales, type ParkedSales } from './parked-sales.ts';
