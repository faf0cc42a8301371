/** P(Z <= z) of the standard normal distribution: a series about 0 near it, a continued fraction in the tails. */
export function normalCdf(z: number): number {
  if (Math.abs(z) > 38) return z < 0 ? 0 : 1;
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  if (Math.abs(z) < 4) return 0.5 + density * oddSeries(z);
  const tail = density / tailFraction(Math.abs(z));
  return z < 0 ? tail : 1 - tail;
}

/** z + z³/3 + z⁵/(3·5) + ... until a term changes nothing. */
function oddSeries(z: number): number {
  let [term, total] = [z, z];
  for (let k = 3; Math.abs(term) > 1e-17; k += 2) {
    term *= (z * z) / k;
    total += term;
  }
  return total;
}

/** z + 1/(z + 2/(z + 3/(z + ...))). */
function tailFraction(z: number): number {
  let value = z;
  for (let k = 60; k > 0; k -= 1) value = z + k / value;
  return value;
}
