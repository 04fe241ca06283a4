import styles from './Chart.module.css'
import type { Series } from './data.ts'
import type { Plot } from './plot.ts'

interface Props {
  plot: Plot
  series: readonly Series[]
}

/** Stacked bars, the first series at the bottom. */
export function Bars({ plot, series }: Props) {
  const width = Math.max(1, Math.min(28, plot.step * 0.72))
  const below = new Array<number>(series[0]?.values.length ?? 0).fill(0)
  return series.map(({ name, values }, n) => (
    <g key={name} className={styles.bars} data-series={n + 1}>
      {values.map((value, column) => {
        const from = below[column] ?? 0
        below[column] = from + value
        if (value === 0) return null
        const top = plot.y(from + value)
        return (
          <rect
            key={column}
            x={plot.x(column) - width / 2}
            y={top}
            width={width}
            // A pixel of background separates the parts of a bar.
            height={Math.max(1, plot.y(from) - top - (from > 0 ? 1 : 0))}
          />
        )
      })}
    </g>
  ))
}

export function Lines({ plot, series }: Props) {
  const pathOf = (values: readonly number[]) =>
    values
      .map((value, n) => `${n === 0 ? 'M' : 'L'}${plot.x(n).toFixed(1)} ${plot.y(value).toFixed(1)}`)
      .join('')
  return series.map(({ name, values }, n) => (
    <g key={name} className={styles.lines} data-series={n + 1}>
      {series.length === 1 && (
        <path
          className={styles.area}
          d={`${pathOf(values)}L${plot.x(values.length - 1)} ${plot.bottom}L${plot.x(0)} ${plot.bottom}Z`}
        />
      )}
      <path className={styles.line} d={pathOf(values)} />
    </g>
  ))
}
