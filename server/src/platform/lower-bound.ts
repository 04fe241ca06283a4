/** The index of the first number that is not below another, in an ascending list. */
export function lowerBound(ascending: readonly number[], least: number): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (ascending[middle]! < least) low = middle + 1
    else high = middle
  }
  return low
}
