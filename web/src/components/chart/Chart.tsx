import { type PointerEvent, useState } from 'react'
import { axisTicks, labeledColumns } from './axis.ts'
import styles from './Chart.module.css'
import { ChartTable } from './ChartTable.tsx'
import type { Column, Series } from './data.ts'
import { Legend } from './Legend.tsx'
import { Bars, Lines } from './marks.tsx'
import { type Plot, plotOf } from './plot.ts'
import { useWidth } from './use-width.ts'

interface Props {
  /** Accessible name. */
  name: string
  /** Bars are stacked, lines are not. */
  shape: 'bars' | 'lines'
  columns: readonly Column[]
  /** At most four. */
  series: readonly Series[]
  format: (value: number) => string
  /** The unit in which values are shown, such as the bytes of a megabyte. */
  unit?: number
}

const height = 200
const labelWidth = 72

/**
 * A chart of values over time. The legend shows the values of the column under the pointer, which works with touch, too. Screen
 * readers get a table instead.
 */
export function Chart({ name, shape, columns, series, format, unit = 1 }: Props) {
  const [ref, width] = useWidth()
  const [chosen, setChosen] = useState<number>()
  const sums = columns.map((_, n) => series.reduce((sum, { values }) => sum + (values[n] ?? 0), 0))
  const max = shape === 'bars' ? Math.max(0, ...sums) : Math.max(0, ...series.flatMap(({ values }) => values))
  const ticks = axisTicks(max, unit)
  const longest = Math.max(...ticks.map((tick) => format(tick).length))
  const plot = plotOf({ width, height, columns: columns.length, max: ticks.at(-1) ?? 1, longest })
  const choose = (event: PointerEvent<SVGSVGElement>) => {
    const { left } = event.currentTarget.getBoundingClientRect()
    const index = Math.floor((event.clientX - left - plot.left) / plot.step)
    setChosen(index >= 0 && index < columns.length ? index : undefined)
  }
  const Marks = shape === 'bars' ? Bars : Lines
  return (
    <figure className={styles.chart}>
      <Legend columns={columns} series={series} chosen={chosen} format={format} />
      <div ref={ref} className={styles.frame}>
        {width > 0 && (
          <svg
            width={width}
            height={height}
            aria-hidden="true"
            onPointerMove={choose}
            onPointerDown={choose}
            onPointerLeave={() => setChosen(undefined)}
          >
            <Grid plot={plot} ticks={ticks} format={format} />
            {labeledColumns(columns.length, plot.right - plot.left, labelWidth).map((n) => (
              <text
                key={n}
                className={styles.label}
                x={plot.x(n)}
                y={height - 6}
                textAnchor={anchorOf(n, columns.length)}
              >
                {columns[n]?.label}
              </text>
            ))}
            {columns.map((column, n) => (
              <rect
                key={column.name}
                className={styles.column}
                data-chosen={n === chosen || undefined}
                x={plot.left + n * plot.step}
                y={plot.top}
                width={plot.step}
                height={plot.bottom - plot.top}
              >
                <title>
                  {`${column.name}\n${series.map((one) => `${one.name}: ${format(one.values[n] ?? 0)}`).join('\n')}`}
                </title>
              </rect>
            ))}
            <Marks plot={plot} series={series} />
          </svg>
        )}
      </div>
      <ChartTable name={name} columns={columns} series={series} format={format} />
    </figure>
  )
}

/** The outermost labels must not be cut off. */
const anchorOf = (n: number, count: number) => (n === count - 1 && count > 1 ? 'end' : 'middle')

function Grid({ plot, ticks, format }: { plot: Plot; ticks: number[]; format: (value: number) => string }) {
  return ticks.map((tick) => (
    <g key={tick}>
      <line className={styles.grid} x1={plot.left} x2={plot.right} y1={plot.y(tick)} y2={plot.y(tick)} />
      <text className={styles.label} x={plot.left - 8} y={plot.y(tick)} dy="0.32em" textAnchor="end">
        {format(tick)}
      </text>
    </g>
  ))
}
