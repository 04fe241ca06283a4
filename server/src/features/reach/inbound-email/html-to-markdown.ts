import { webAddress } from '../../administration/integrations/markup.ts'

const maxDepth = 200
const maxOutputLength = 100_000

const skipped = new Set(['script', 'style', 'head', 'title', 'template', 'svg', 'object', 'noscript'])
const paragraphs = new Set([
  'p',
  'ul',
  'ol',
  'table',
  'hr',
  'pre',
  'blockquote',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
])
const lines = new Set(['div', 'tr', 'li', 'section', 'article', 'header', 'footer', 'address'])
const marks: Readonly<Record<string, string>> = {
  b: '**',
  strong: '**',
  i: '*',
  em: '*',
  del: '~~',
  s: '~~',
  code: '`',
}

/** Classes and IDs by which email programs mark the text that they quote. */
const quoteNames =
  /(?:^|\s)(?:gmail_quote|gmail_attr|yahoo_quoted|moz-cite-prefix|protonmail_quote|divRplyFwdMsg)(?:\s|$)/

/** An open element and its text so far. */
interface Frame {
  name: string
  text: string
  /** The target of a link. */
  href?: string
}

/** Converts the HTML of an email to Markdown. Images and styles are left out, and quoted text on request. */
export async function htmlToMarkdown(
  html: string,
  { includeQuotes }: { includeQuotes: boolean },
): Promise<string> {
  const { Parser } = await import('htmlparser2')
  const writer = new MarkdownWriter(includeQuotes)
  const parser = new Parser({
    onopentag: (name, attributes) => writer.open(name, attributes),
    ontext: (text) => writer.text(text),
    onclosetag: () => writer.close(),
  })
  parser.end(html)
  return tidy(writer.output)
}

class MarkdownWriter {
  readonly #frames: Frame[] = [{ name: '', text: '' }]
  readonly #includeQuotes: boolean
  /** The number of frames at the element whose content is left out. */
  #skippedFrom: number | undefined
  #preDepth = 0
  #length = 0
  /** The last character written. */
  #last = '\n'

  constructor(includeQuotes: boolean) {
    this.#includeQuotes = includeQuotes
  }

  get output(): string {
    return this.#frames[0]?.text ?? ''
  }

  open(name: string, attributes: Record<string, string>): void {
    const depth = this.#frames.length + 1
    if (depth > maxDepth || skipped.has(name) || this.#isLeftOut(name, attributes))
      this.#skippedFrom ??= depth
    if (this.#skippedFrom === undefined) {
      if (paragraphs.has(name)) this.#write('\n\n')
      else if (name === 'br') this.#write('\n')
      else if (lines.has(name)) this.#endLine()
      if (name === 'li') this.#write('* ')
      if (name === 'pre' && this.#preDepth++ === 0) this.#write('```\n')
    }
    const { href } = attributes
    this.#frames.push({ name, text: '', ...(href === undefined ? {} : { href }) })
  }

  text(text: string): void {
    this.#write(this.#preDepth > 0 ? text : text.replace(/\s+/g, ' '))
  }

  close(): void {
    const depth = this.#frames.length
    const frame = depth > 1 ? this.#frames.pop() : undefined
    if (frame === undefined) return
    if (this.#skippedFrom !== undefined) {
      if (this.#skippedFrom === depth) this.#skippedFrom = undefined
      return
    }
    const { name } = frame
    const parent = this.#frames.at(-1)
    if (parent !== undefined) parent.text += converted(frame, this.#preDepth > 0)
    if (name === 'pre' && --this.#preDepth === 0) this.#write('\n```')
    if (name === 'td' || name === 'th') this.#write(' ')
    if (paragraphs.has(name)) this.#write('\n\n')
    else if (lines.has(name)) this.#endLine()
  }

  #isLeftOut(name: string, attributes: Record<string, string>): boolean {
    if (/display\s*:\s*none/i.test(attributes.style ?? '')) return true
    if (this.#includeQuotes) return false
    const isCited = name === 'blockquote' && attributes.type?.toLowerCase() === 'cite'
    return isCited || quoteNames.test(attributes.class ?? '') || quoteNames.test(attributes.id ?? '')
  }

  /** Lines of email programs are often elements of their own, and empty ones contain a line break. */
  #endLine(): void {
    if (this.#last !== '\n') this.#write('\n')
  }

  #write(text: string): void {
    const frame = this.#frames.at(-1)
    if (frame === undefined || this.#skippedFrom !== undefined || this.#length > maxOutputLength) return
    this.#length += text.length
    this.#last = text.at(-1) ?? this.#last
    frame.text += text
  }
}

/** The Markdown of an element. White space stays outside, because marks must touch the text. */
function converted({ name, text, href }: Frame, isCode: boolean): string {
  const inner = text.trim()
  if (inner === '' || isCode) return text
  const at = text.indexOf(inner)
  return text.slice(0, at) + marked(name, inner, href) + text.slice(at + inner.length)
}

function marked(name: string, text: string, href: string | undefined): string {
  const mark = Object.hasOwn(marks, name) ? marks[name] : undefined
  if (mark !== undefined) return text.includes('\n') ? text : `${mark}${text}${mark}`
  if (/^h[1-6]$/.test(name)) return `**${text.replaceAll('**', '')}**`
  if (name === 'a') return linked(text, href ?? '')
  if (name === 'blockquote') return tidy(text).replace(/^/gm, '> ')
  return text
}

/** A link of the web; others are only text. */
function linked(text: string, href: string): string {
  const target = webAddress(href)
  const isPlain = target === undefined || text === href || text === target || /[[\]\n]/.test(text)
  return isPlain ? text : `[${text}](${target})`
}

const tidy = (text: string) =>
  text
    .replace(/[ \t\u00a0]+\n/g, '\n')
    .replace(/\n (?! )/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
