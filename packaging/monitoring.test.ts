import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createMetrics } from '@loquat/server/platform/metrics/metrics.ts'
import { describe, expect, it } from 'vitest'
import { root } from './repository.ts'

interface Panel {
  type: string
  title: string
  gridPos: { h: number; w: number; x: number; y: number }
  targets?: { refId: string; expr: string; legendFormat: string }[]
}
interface Rule {
  alert: string
  expr: string
  annotations: { runbook: string }
}

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const yaml = createRequire(import.meta.url)('js-yaml') as { load(text: string): unknown }
const { panels } = JSON.parse(read('deploy/monitoring/dashboard.json')) as { panels: Panel[] }
const { groups } = yaml.load(read('deploy/monitoring/alerts.yaml')) as { groups: { rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)
const page = read('docs/self-hosting/monitoring.md')
const metrics = createMetrics().list()

/** The names of series; those of a histogram have suffixes. */
const series = new Set(
  metrics.flatMap(({ name, type }) =>
    type === 'histogram' ? ['_bucket', '_sum', '_count'].map((suffix) => name + suffix) : [name],
  ),
)
const namesIn = (expression: string) => expression.match(/\b(loquat|nodejs|process)_\w+/g) ?? []
const base = (name: string) => (series.has(name) ? name.replace(/_(bucket|sum|count)$/, '') : name)

describe('The Grafana dashboard', () => {
  const graphs = panels.filter(({ type }) => type !== 'row')

  it('uses only metrics that exist, in every panel', () => {
    expect(graphs.length).toBeGreaterThan(20)
    for (const { title, targets = [] } of graphs) {
      expect(targets, title).not.toEqual([])
      for (const { expr } of targets) {
        expect(namesIn(expr), title).not.toEqual([])
        expect(
          namesIn(expr).filter((name) => !series.has(name)),
          title,
        ).toEqual([])
      }
    }
  })

  it('shows every metric of the server', () => {
    const shown = new Set(graphs.flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => namesIn(expr))))
    const names = metrics.map(({ name }) => name).filter((name) => name.startsWith('loquat_'))
    const isShown = (name: string) => [...shown].some((one) => one === name || base(one) === name)
    expect(names.filter((name) => !isShown(name))).toEqual([])
  })

  it('has panels that do not overlap, with titles of their own', () => {
    const cells = panels.flatMap(({ gridPos: { h, w, x, y } }) =>
      Array.from({ length: h * w }, (_, n) => `${x + (n % w)} ${y + Math.floor(n / w)}`),
    )
    expect(new Set(cells).size).toBe(cells.length)
    expect(new Set(graphs.map(({ title }) => title)).size).toBe(graphs.length)
  })
})

describe('The alert rules', () => {
  it('use only metrics that exist', () => {
    expect(rules.length).toBeGreaterThan(10)
    for (const { alert, expr } of rules) {
      const unknown = namesIn(expr).filter((name) => !series.has(name))
      expect(unknown, alert).toEqual([])
    }
  })

  it('have a section each in the page on monitoring, which links their metrics to them', () => {
    for (const { alert, expr, annotations } of rules) {
      expect(page).toContain(`\n### ${alert}\n`)
      expect(annotations.runbook).toBe(`docs/self-hosting/monitoring.md#${alert.toLowerCase()}`)
      if (alert === 'LoquatDown') continue
      const row = page
        .split('\n')
        .find((line) => line.startsWith('|') && line.includes(`(#${alert.toLowerCase()})`))
      expect(
        namesIn(expr).some((name) => row?.includes(`\`${base(name)}\``)),
        alert,
      ).toBe(true)
    }
  })
})

describe('The page on monitoring', () => {
  it('lists every metric of the server, and no other', () => {
    const names = metrics.map(({ name }) => name)
    const listed = [...page.matchAll(/^\| (`.*?`) \|/gm)].flatMap(
      ([, cell = '']) => cell.match(/(loquat|nodejs|process)_\w+/g) ?? [],
    )
    expect(listed.filter((name) => !names.includes(name))).toEqual([])
    expect(names.filter((name) => name.startsWith('loquat_') && !listed.includes(name))).toEqual([])
  })
})
