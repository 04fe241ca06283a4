import { parsePattern } from '../../lib/parse.ts'

/** Previews a linkifier in the browser. Approximate: the server uses another regular-expression dialect. */
export interface LinkifierTrial {
  /** Parts of the text in order; those with an address are links. */
  parts: { text: string; address?: string }[]
}

export function tryLinkifier(pattern: string, template: string, sample: string): LinkifierTrial | undefined {
  const expression = parsePattern(pattern.replaceAll('(?P<', '(?<'), 'gu')
  if (expression === undefined) return undefined
  const parts: LinkifierTrial['parts'] = []
  let end = 0
  for (const match of sample.matchAll(expression)) {
    if (match[0] === '') continue
    if (match.index > end) parts.push({ text: sample.slice(end, match.index) })
    parts.push({ text: match[0], address: expandTemplate(template, match.groups ?? {}) })
    end = match.index + match[0].length
  }
  if (end < sample.length) parts.push({ text: sample.slice(end) })
  return { parts }
}

/** The subset of RFC 6570 that linkifiers use. */
export function expandTemplate(
  template: string,
  values: Readonly<Record<string, string | undefined>>,
): string {
  return template.replaceAll(/\{([+#./;?&]?)([\w,.]+)\}/g, (_, operator: string, names: string) => {
    const isRaw = operator === '+' || operator === '#'
    const write = (value: string) => (isRaw ? encodeURI(value) : encodeURIComponent(value))
    const known = names.split(',').filter((name) => values[name] !== undefined)
    if (known.length === 0) return ''
    const isNamed = operator === '?' || operator === '&' || operator === ';'
    const written = known.map((name) => `${isNamed ? `${name}=` : ''}${write(values[name] ?? '')}`)
    const joint = operator === '' || isRaw ? ',' : operator === '?' ? '&' : operator
    const first = operator === '' || operator === '+' ? '' : operator
    return first + written.join(joint)
  })
}
