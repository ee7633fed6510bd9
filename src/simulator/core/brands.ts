/** Spec, Brand object and Category object. */
export const brandOf = (item: { brand: string }) => ({
  name: item.brand,
  logo: `https://logo.example/${item.brand.toLowerCase()}.png`,
});

export const categoryOf = (item: { category: string }) => ({ name: item.category });
