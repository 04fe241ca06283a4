import { schemes } from '../inline/urls.ts'

/**
 * Parses HTML as strictly as the renderer should write it, and returns the problems. The renderer is safe by construction;
 * this verifies it.
 */
export function problemsIn(html: string): string[] {
  const problems: string[] = []
  const open: string[] = []
  for (const [token] of html.matchAll(/<[^>]*>|[^<]+|</g)) {
    if (!token.startsWith('<')) {
      if (token.includes('>')) problems.push(`a loose > in ${token}`)
      continue
    }
    const tag = /^<(\/?)([a-zA-Z][\w-]*)((?: [\w:-]+="[^"<]*")*)>$/.exec(token)
    if (tag === null) {
      problems.push(`not a tag: ${token}`)
      continue
    }
    const [, slash, name = '', attributes = ''] = tag
    if (slash === '/') {
      if (open.pop() !== name) problems.push(`${token} closes nothing`)
      continue
    }
    const allowed = tags[name]
    if (allowed === undefined) problems.push(`<${name}>`)
    for (const [, attribute = '', value = ''] of attributes.matchAll(/ ([\w:-]+)="([^"]*)"/g)) {
      problems.push(...problemsOf(name, allowed ?? '', attribute, value, open))
    }
    if (!voidTags.has(name)) open.push(name)
  }
  if (open.length > 0) problems.push(`${open.join(', ')} not closed`)
  return problems
}

const voidTags = new Set(['br', 'hr', 'img', 'path', 'line'])

const tags: Record<string, string> = {
  a: 'class data-id data-stream-id href style title',
  img: 'alt class data-animated data-original-content-type data-original-dimensions data-transcoded-image src title',
  div: 'aria-hidden class data-code-language',
  span: 'aria-hidden aria-label class data-user-group-id data-user-id role style title',
  td: 'style',
  th: 'style',
  time: 'datetime',
  video: 'preload src',
  ol: 'start',
}
const bare = 'p br hr h1 h2 h3 h4 h5 h6 em strong del code pre blockquote ul li table thead tbody tr desc'
for (const name of bare.split(' ')) tags[name] = ''

// Output of KaTeX: MathML and SVG. Its attributes are numbers, colors and keywords.
const formula =
  'math semantics annotation mrow mi mo mn ms mtext mspace msup msub msubsup mfrac msqrt mroot mover munder munderover ' +
  'mtable mtr mtd mlabeledtr mpadded mphantom menclose mstyle mglyph svg path line g'
for (const name of formula.split(' ')) tags[name] = '*'

function problemsOf(
  tag: string,
  allowed: string,
  name: string,
  value: string,
  open: readonly string[],
): string[] {
  const known =
    allowed === '*' ? !name.startsWith('on') && !/href|src/.test(name) : allowed.split(' ').includes(name)
  if (!known) return [`${name} of <${tag}>`]
  if (name === 'style' && !isHarmlessStyle(value)) return [`style="${value}"`]
  if (name !== 'href' && name !== 'src') return []
  if (name === 'href' && open.includes('a')) return ['a link in a link']
  const scheme = /^[\s\u0000-\u0020]*([^/?#]*?):/.exec(decoded(value))?.[1]
  return scheme === undefined || schemes.has(scheme.toLowerCase()) ? [] : [`${name}="${value}"`]
}

const isHarmlessStyle = (value: string) =>
  !/url|expression|import|javascript|behavior|[<>\\]/i.test(value) ||
  value.startsWith('background-image: url(&quot;http')

/** Decodes entities that can hide a scheme. */
const decoded = (value: string) =>
  value
    .replace(/&#x([0-9a-f]+);?/gi, (_, code: string) => character(Number.parseInt(code, 16)))
    .replace(/&#(\d+);?/g, (_, code: string) => character(Number(code)))
    .replace(/&colon;/g, ':')
    .replace(/&(?:Tab|NewLine);|[\t\n\r]/g, '')

const character = (code: number) => (code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd')
