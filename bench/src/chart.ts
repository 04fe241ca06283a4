import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Draws `bench/reading.svg` from `bench/history.json`: CPU time per read, version by version. Each request has its own scale, because a search
 * takes longer than a fetch.
 */
type Version = { name: string; what: string } & Record<string, number | string>

const folder = join(import.meta.dirname, '..')
const panel = { width: 215, height: 140, columns: 4 }
const bar = { top: 34, height: 66, gap: 6 }

const escapeText = (text: string) =>
  text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign]!)

function drawPanel(request: string, versions: readonly Version[]): string {
  const values = versions.map((version) => Number(version[request]))
  const most = Math.max(...values)
  const width = (panel.width - 20) / versions.length - bar.gap
  const bars = values.map((value, n) => {
    const height = Math.max(1, (value / most) * bar.height)
    const x = 10 + n * (width + bar.gap)
    const y = bar.top + bar.height - height
    const isLast = n === values.length - 1
    return (
      `<rect x="${x}" y="${y.toFixed(1)}" width="${width}" height="${height.toFixed(1)}" rx="2" fill="${isLast ? '#2f7d4f' : '#9fb8a9'}"/>` +
      `<text x="${x + width / 2}" y="${(y - 4).toFixed(1)}" class="value">${value}</text>` +
      `<text x="${x + width / 2}" y="${bar.top + bar.height + 14 + 10 * (n % 2)}" class="name">${escapeText(versions[n]!.name)}</text>`
    )
  })
  return `<text x="10" y="14" class="title">${escapeText(request)}</text>${bars.join('')}`
}

function draw(versions: readonly Version[]): string {
  const requests = Object.keys(versions[0]!).filter((key) => key !== 'name' && key !== 'what')
  const rows = Math.ceil(requests.length / panel.columns)
  const [width, height] = [panel.width * panel.columns, panel.height * rows]
  const panels = requests.map((request, n) => {
    const x = (n % panel.columns) * panel.width
    const y = Math.floor(n / panel.columns) * panel.height
    return `<g transform="translate(${x} ${y})">${drawPanel(request, versions)}</g>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="Milliseconds of CPU time per read">
<style>text{font:10px system-ui,sans-serif;fill:#57606a;text-anchor:middle}.title{font-size:11px;text-anchor:start;font-weight:600}.name{font-size:8px}</style>
<rect width="100%" height="100%" fill="#fff"/>
${panels.join('\n')}
</svg>
`
}

const versions = JSON.parse(await readFile(join(folder, 'history.json'), 'utf8')) as Version[]
await writeFile(join(folder, 'reading.svg'), draw(versions))
