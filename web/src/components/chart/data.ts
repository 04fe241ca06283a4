export interface Column {
  /** Full name: a date, or a range of dates. */
  name: string
  /** Name on the axis. */
  label: string
}

export interface Series {
  name: string
  /** One value per column. */
  values: readonly number[]
  /** Shown in the legend while no column is chosen. */
  summary: string
}
