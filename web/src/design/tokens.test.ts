import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const sheet = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const pair = /--lq-([\w-]+): light-dark\(oklch\(([^)]+)\), oklch\(([^)]+)\)\)/g
/** The base tokens, without the overrides for more contrast. */
const tokens = new Map(
  [...sheet.slice(0, sheet.indexOf('@media')).matchAll(pair)].map(([, name = '', light = '', dark = '']) => [
    name,
    { light, dark },
  ]),
)

/** Foreground, background, and the minimum contrast in light and dark: 4.5 for text, 3 for shapes. */
const pairs: [string, string, number, number][] = [
  ['text', 'surface', 15.7, 14],
  ['text', 'canvas', 14.3, 15],
  ['text', 'selected', 13.2, 10.5],
  ['text-soft', 'surface', 7.7, 8.6],
  ['text-soft', 'canvas', 7, 9.3],
  ['text-faint', 'surface', 5.7, 6.2],
  ['text-faint', 'selected', 4.7, 4.5],
  ['text-faint', 'canvas', 4.5, 4.5],
  ['on-leaf', 'leaf', 6.5, 8],
  ['on-leaf', 'leaf-hover', 8.5, 10],
  ['leaf', 'surface', 6.5, 7.8],
  ['leaf-text', 'surface', 7.4, 9.5],
  ['leaf-text', 'leaf-tint', 6.4, 7.6],
  ['on-loquat', 'loquat', 7.5, 8.9],
  ['loquat-text', 'surface', 6, 10.3],
  ['loquat-text', 'loquat-tint', 5.4, 8.3],
  ['text', 'loquat-tint', 13.8, 11.2],
  ['loquat-line', 'surface', 3.3, 6.6],
  ['loquat-line', 'canvas', 3, 7.1],
  ['link', 'surface', 6.9, 8.9],
  ['link', 'loquat-tint', 6.1, 7.2],
  ['on-danger', 'danger', 5.9, 6.4],
  ['danger-text', 'surface', 6.6, 7.7],
  ['danger-text', 'danger-tint', 5.6, 6.4],
  ['success-text', 'surface', 6.9, 9.5],
  ['success-text', 'success-tint', 6.1, 7.9],
  ['info', 'surface', 5.7, 7.5],
  ['info', 'info-tint', 5, 6.1],
  ['text', 'match', 12, 7.3],
  ['line-strong', 'surface', 3.6, 3.5],
  ['focus', 'surface', 5, 7.6],
  ['focus', 'canvas', 4.5, 8.3],
  ['present', 'canvas', 3, 9.1],
  ['away', 'canvas', 3.3, 7],
  ['code-keyword', 'sunken', 4.5, 4.5],
  ['code-string', 'sunken', 4.5, 4.5],
  ['code-number', 'sunken', 4.5, 4.5],
  ['code-function', 'sunken', 4.5, 4.5],
  ['code-type', 'sunken', 4.5, 4.5],
  ['code-attribute', 'sunken', 4.5, 4.5],
  ['code-error', 'sunken', 4.5, 4.5],
]

/** The tokens of a block of the style sheet, over the base tokens. */
function inBlock(head: string): Map<string, { light: string; dark: string }> {
  const [, block = ''] = sheet.split(`${head} {`)
  const own = block.slice(0, block.indexOf('}'))
  const all = new Map(tokens)
  for (const [, name = '', other = ''] of own.matchAll(/--lq-([\w-]+): var\(--lq-([\w-]+)\)/g)) {
    const meant = tokens.get(other)
    if (meant !== undefined) all.set(name, meant)
  }
  for (const [, name = '', light = '', dark = ''] of own.matchAll(pair)) all.set(name, { light, dark })
  return all
}

/** With more contrast, text needs a ratio of 7 and shapes need 3. */
const lines = ['line', 'line-strong', 'loquat-line', 'present', 'away', 'focus']
const readOnTints = ['leaf', 'loquat', 'danger', 'success', 'info'].map(
  (name) => ['text', `${name}-tint`] as const,
)
const strongPairs: (readonly [string, string, number])[] = [
  ...['surface', 'canvas', 'raised', 'sunken', 'hover', 'selected'].flatMap((ground) =>
    ['text', 'text-soft', 'text-faint'].map((front) => [front, ground, 7] as const),
  ),
  ...readOnTints.map(([front, back]) => [front, back, 7] as const),
  ...['leaf-text', 'loquat-text', 'danger-text', 'success-text'].map(
    (front) => [front, front.replace('text', 'tint'), 4.5] as const,
  ),
  ['info', 'info-tint', 4.5],
  ...lines.map((line) => [line, 'surface', 3] as const),
]

function luminance(color: string): number {
  const [lightness = 0, chroma = 0, hue = 0] = color.split(' ').map(Number)
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((value) => Math.min(Math.max(value, 0), 1)) as [number, number, number]
  return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((one, other) => one - other)
  return (light + 0.05) / (dark + 0.05)
}

describe('Colors', () => {
  it.each(pairs)('have enough contrast: %s on %s', (front, back, light, dark) => {
    const [one, other] = [tokens.get(front), tokens.get(back)]
    expect(contrast(one?.light ?? '0', other?.light ?? '0')).toBeGreaterThanOrEqual(light)
    expect(contrast(one?.dark ?? '0', other?.dark ?? '0')).toBeGreaterThanOrEqual(dark)
  })

  it.each([':root[data-contrast="more"]', '@media (prefers-contrast: more) {\n  :root'])(
    'have more contrast in the high-contrast block %s',
    (head) => {
      const strong = inBlock(head)
      for (const [front, back, least] of strongPairs) {
        const [one, other] = [strong.get(front), strong.get(back)]
        for (const theme of ['light', 'dark'] as const) {
          const ratio = contrast(one?.[theme] ?? '0', other?.[theme] ?? '0')
          expect(ratio, `${front} on ${back}, ${theme}`).toBeGreaterThanOrEqual(least)
        }
      }
      for (const [name, { light, dark }] of strong)
        if (name.endsWith('-tint'))
          expect(
            [light, dark].map((one) => one.split(' ')[1]),
            name,
          ).toEqual(['0', '0'])
    },
  )
})
