/**
 * How many characters have to be added, removed, replaced or swapped with their neighbor to make one word of the other; `max + 1` if it is
 * more than `max`.
 */
export function editDistance(one: string, other: string, max: number): number {
  const a = [...one]
  const b = [...other]
  if (Math.abs(a.length - b.length) > max) return max + 1
  let before: number[] = []
  let last = b.map((_, n) => n)
  last.push(b.length)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      let least = Math.min(replaced, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1)
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (isSwapped) least = Math.min(least, (before[j - 2] ?? 0) + 1)
      row.push(least)
    }
    if (Math.min(...row) > max) return max + 1
    before = last
    last = row
  }
  return Math.min(last[b.length] ?? 0, max + 1)
}
