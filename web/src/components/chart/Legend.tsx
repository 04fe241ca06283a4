import styles from './Chart.module.css'
import type { Column, Series } from './data.ts'

interface Props {
  columns: readonly Column[]
  series: readonly Series[]
  /** Index of the column whose values are shown. */
  chosen: number | undefined
  format: (value: number) => string
}

/** Names and colors of the series, with the values of the chosen column. Hidden from screen readers, which have a table. */
export function Legend({ columns, series, chosen, format }: Props) {
  return (
    <div className={styles.legend} aria-hidden="true">
      {series.map(({ name, values, summary }, n) => (
        <span key={name} className={styles.entry}>
          <span className={styles.swatch} data-series={n + 1} />
          {name}
          <strong>{chosen === undefined ? summary : format(values[chosen] ?? 0)}</strong>
        </span>
      ))}
      <span className={styles.chosen}>{chosen === undefined ? '' : columns[chosen]?.name}</span>
    </div>
  )
}
