import type { Column, Series } from './data.ts'

interface Props {
  name: string
  columns: readonly Column[]
  series: readonly Series[]
  format: (value: number) => string
}

/** The values of a chart for screen readers. */
export function ChartTable({ name, columns, series, format }: Props) {
  return (
    <div className="hidden-visually">
      <table>
        <caption>{name}</caption>
        <thead>
          <tr>
            <td />
            {series.map((one) => (
              <th key={one.name} scope="col">
                {one.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {columns.map((column, n) => (
            <tr key={column.name}>
              <th scope="row">{column.name}</th>
              {series.map((one) => (
                <td key={one.name}>{format(one.values[n] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
