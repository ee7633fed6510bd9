/** 1234567 as "1.234.567", as amounts are written. */
export const countText = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, '.');
