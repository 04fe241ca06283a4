import type { World } from './world.ts'

/** A metric of the page `/metrics`, with its values by name and labels. */
export interface ScrapedMetric {
  help: string
  type: string
  values: Map<string, number>
}

const namePattern = /^[a-z][a-z0-9_]*$/
const samplePattern = /^([a-z][a-z0-9_]*)(\{(?:[a-z][a-z0-9_]*="(?:[^"\\\n]|\\["\\n])*",?)*\})? (\S+)$/

/** Parses the text format of Prometheus, and rejects what its specification does not allow. */
export function parseMetrics(text: string): Map<string, ScrapedMetric> {
  if (!text.endsWith('\n')) throw new Error('The last line has no end.')
  const metrics = new Map<string, ScrapedMetric>()
  let current: { name: string; metric: ScrapedMetric } | undefined
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const [, kind, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? []
    if (kind === 'HELP') {
      if (metrics.has(name) || !namePattern.test(name)) throw new Error(`Twice or malformed: ${line}`)
      current = { name, metric: { help: rest, type: '', values: new Map() } }
      metrics.set(name, current.metric)
    } else if (kind === 'TYPE') {
      if (current?.name !== name || !/^(counter|gauge|histogram|summary)$/.test(rest))
        throw new Error(`Not after its HELP: ${line}`)
      current.metric.type = rest
    } else addSample(current, line)
  }
  return metrics
}

function addSample(current: { name: string; metric: ScrapedMetric } | undefined, line: string): void {
  const [, name = '', labels = '', value = ''] = samplePattern.exec(line) ?? []
  const suffix = current && name.startsWith(current.name) ? name.slice(current.name.length) : undefined
  const suffixes = current?.metric.type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']
  if (current === undefined || suffix === undefined || !suffixes.includes(suffix))
    throw new Error(`Not of the metric before it: ${line}`)
  const number = Number(value)
  if (Number.isNaN(number)) throw new Error(`Not a number: ${line}`)
  const key = name + labels
  if (current.metric.values.has(key)) throw new Error(`A series twice: ${line}`)
  current.metric.values.set(key, number)
}

/** The metrics of a world, by name. */
export async function scrape(world: Pick<World, 'raw'>): Promise<Map<string, ScrapedMetric>> {
  return parseMetrics(await (await world.raw('/metrics')).text())
}

/** The values of all metrics of a world, by name and labels. */
export async function scrapeValues(world: Pick<World, 'raw'>): Promise<Map<string, number>> {
  return new Map([...(await scrape(world)).values()].flatMap(({ values }) => [...values]))
}
