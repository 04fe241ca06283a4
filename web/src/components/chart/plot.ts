/** Positions within a chart, in pixels. */
export interface Plot {
  left: number
  right: number
  top: number
  bottom: number
  /** Width of a column. */
  step: number
  /** The middle of a column. */
  x(column: number): number
  y(value: number): number
}

interface Size {
  width: number
  height: number
  columns: number
  /** The upper end of the axis. */
  max: number
  /** Number of characters of the longest label of the axis. */
  longest: number
}

const characterWidth = 6.6

export function plotOf({ width, height, columns, max, longest }: Size): Plot {
  const left = Math.ceil(longest * characterWidth) + 12
  const right = Math.max(left + 1, width - 2)
  const top = 10
  const bottom = height - 26
  const step = (right - left) / Math.max(1, columns)
  return {
    left,
    right,
    top,
    bottom,
    step,
    x: (column) => left + (column + 0.5) * step,
    y: (value) => bottom - (value / max) * (bottom - top),
  }
}
