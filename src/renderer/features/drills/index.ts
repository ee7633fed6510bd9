export { showDrills, useDrills } from './drill-store.ts';
