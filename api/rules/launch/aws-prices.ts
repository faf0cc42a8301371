/** The list price of an hour among products of the pricing API, each of them JSON; null where none has one. */
export function onDemandMicroUsdPerHour(products: string[]): number | null {
  const prices = products.flatMap((product) => hourlyPrices(product));
  return prices.length === 0 ? null : Math.max(...prices);
}

interface Dimension {
  unit?: string;
  pricePerUnit?: { USD?: string };
}

function hourlyPrices(product: string): number[] {
  const { terms } = JSON.parse(product) as {
    terms?: { OnDemand?: Record<string, { priceDimensions?: Record<string, Dimension> }> };
  };
  const dimensions = Object.values(terms?.OnDemand ?? {}).flatMap((term) => Object.values(term.priceDimensions ?? {}));
  return dimensions.flatMap(({ unit, pricePerUnit }) =>
    unit === 'Hrs' || unit === 'Hours' ? microUsd(pricePerUnit?.USD ?? '') : [],
  );
}

/** Spot prices differ by zone: the dearest, so that what is told is not exceeded at once. */
export function spotMicroUsdPerHour(prices: string[]): number | null {
  const known = prices.flatMap(microUsd);
  return known.length === 0 ? null : Math.max(...known);
}

function microUsd(usd: string): number[] {
  const value = Math.round(Number(usd) * 1e6);
  return usd !== '' && value > 0 ? [value] : [];
}
