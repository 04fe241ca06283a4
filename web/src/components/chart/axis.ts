/** About this many steps between zero and the largest value. */
const steps = 4

/**
 * Round values for an axis from zero to at least `max`. Values are whole, unless they are shown in a larger `unit`, such as
 * bytes in megabytes.
 */
export function axisTicks(max: number, unit = 1): number[] {
  const shown = max / unit
  const target = Math.max(shown, unit === 1 ? 1 : 0.1) / steps
  const magnitude = 10 ** Math.floor(Math.log10(target))
  const round = [1, 2, 5, 10].map((factor) => factor * magnitude).find((step) => step >= target * 0.999)
  const step = Math.max(round ?? target, unit === 1 ? 1 : 0)
  const count = Math.max(1, Math.ceil(shown / step - 1e-9))
  return Array.from({ length: count + 1 }, (_, n) => n * step * unit)
}

/** Indexes of the columns with a label: evenly spaced, the last one included. */
export function labeledColumns(count: number, width: number, labelWidth: number): number[] {
  const most = Math.max(1, Math.floor(width / labelWidth))
  const distance = Math.ceil(count / most)
  return Array.from({ length: count }, (_, index) => index).filter(
    (index) => (count - 1 - index) % distance === 0,
  )
}

/** The largest power of 1024 that is not above the value, for axes of bytes. */
export const binaryUnit = (value: number): number =>
  1_024 ** Math.max(0, Math.floor(Math.log2(Math.max(value, 1)) / 10))
