import { setImmediate } from 'node:timers/promises'

/** An entry as the feed has it. Texts may contain HTML, the link may be relative; missing ones are empty. */
export interface FeedEntry {
  id: string
  title: string
  link: string
  author: string
  summary: string
  content: string
  /** Milliseconds since 1970. */
  date: number | undefined
}

export interface ParsedFeed {
  title: string
  entries: FeedEntry[]
}

/** Maximum entries read from a feed. Feeds start with the newest. */
export const maxEntries = 200
const maxDepth = 100
const maxFieldLength = 20_000
const chunkLength = 16_384
/** Yields to the event loop after this many characters. */
const yieldAfter = 16 * chunkLength

/**
 * Parses RSS 0.9 to 2.0 and Atom. Undefined if the text is neither. A truncated feed gives its complete
 * entries. The tokenizer ignores document types, so custom entities are not expanded and nothing is loaded.
 */
export async function parseFeed(xml: string): Promise<ParsedFeed | undefined> {
  const { Parser } = await import('htmlparser2')
  const reader = new FeedReader()
  const parser = new Parser(
    {
      onopentag: (name, attributes) => reader.open(name.toLowerCase(), attributes),
      ontext: (text) => reader.text(text),
      onclosetag: () => reader.close(),
    },
    { xmlMode: true },
  )
  for (let at = 0; at < xml.length && !reader.isDone; at += chunkLength) {
    parser.write(xml.slice(at, at + chunkLength))
    if (at % yieldAfter === 0) await setImmediate()
  }
  return reader.isFeed ? { title: reader.title.trim(), entries: reader.entries } : undefined
}

type Field = 'id' | 'title' | 'link' | 'author' | 'summary' | 'content' | 'date'

/** Names of elements, in lower case. Others with a prefix, such as `media:title`, describe something else. */
const fields: Readonly<Record<string, Field>> = {
  guid: 'id',
  id: 'id',
  title: 'title',
  link: 'link',
  author: 'author',
  'dc:creator': 'author',
  description: 'summary',
  summary: 'summary',
  content: 'content',
  'content:encoded': 'content',
  pubdate: 'date',
  published: 'date',
  issued: 'date',
  'dc:date': 'date',
  updated: 'date',
}

const roots = new Set(['rss', 'rdf:rdf', 'feed'])

class FeedReader {
  isFeed = false
  isDone = false
  title = ''
  readonly entries: FeedEntry[] = []
  readonly #path: string[] = []
  #entry: { depth: number; texts: Map<Field, string> } | undefined
  #field: { depth: number; name: Field; text: string } | undefined

  open(name: string, attributes: Record<string, string>): void {
    if (this.isDone) return
    const parent = this.#path.at(-1)
    const depth = this.#path.push(name)
    if (depth === 1) this.isFeed = roots.has(name)
    if (!this.isFeed || depth > maxDepth) this.isDone = true
    else if (this.#entry === undefined) this.#openOutside(name, parent, attributes)
    else if (depth === this.#entry.depth + 1) this.#openField(name, attributes, this.#entry.texts)
    // Elements separate words.
    else this.text(' ')
  }

  #openOutside(name: string, parent: string | undefined, attributes: Record<string, string>): void {
    const depth = this.#path.length
    if (name === 'item' || name === 'entry') {
      this.#entry = { depth, texts: new Map([['id', attributes['rdf:about'] ?? '']]) }
    } else if (name === 'title' && (parent === 'channel' || parent === 'feed') && this.title === '') {
      this.#field = { depth, name: 'title', text: '' }
    }
  }

  #openField(name: string, attributes: Record<string, string>, texts: Map<Field, string>): void {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (field === undefined || (texts.get(field) ?? '') !== '') return
    if (field !== 'link') this.#field = { depth: this.#path.length, name: field, text: '' }
    else if ((attributes.rel ?? 'alternate') === 'alternate') {
      this.#field = { depth: this.#path.length, name: field, text: attributes.href ?? '' }
    }
  }

  text(text: string): void {
    const field = this.#field
    if (this.isDone || field === undefined || field.text.length > maxFieldLength) return
    // Authors in Atom also have email addresses.
    const isInside = this.#path.length > field.depth
    if (field.name === 'author' && isInside && this.#path[field.depth] !== 'name') return
    field.text += text
  }

  close(): void {
    if (this.isDone) return
    const depth = this.#path.length
    this.#path.pop()
    if (this.#field?.depth === depth) this.#closeField(this.#field)
    if (this.#entry?.depth === depth) this.#closeEntry(this.#entry.texts)
  }

  #closeField({ name, text }: { name: Field; text: string }): void {
    const value = text.slice(0, maxFieldLength).trim()
    if (this.#entry === undefined) this.title = value
    else this.#entry.texts.set(name, value)
    this.#field = undefined
  }

  #closeEntry(texts: ReadonlyMap<Field, string>): void {
    this.#entry = undefined
    const field = (name: Field) => texts.get(name) ?? ''
    const date = Date.parse(field('date'))
    const entry: FeedEntry = {
      id: field('id') || field('link') || field('title'),
      title: field('title'),
      link: field('link') || (/^https?:/i.test(field('id')) ? field('id') : ''),
      author: field('author'),
      summary: field('summary'),
      content: field('content'),
      date: Number.isNaN(date) ? undefined : date,
    }
    if (entry.id !== '') this.entries.push(entry)
    if (this.entries.length >= maxEntries) this.isDone = true
  }
}

const hidden = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'svg'])

/** The text of HTML, in one line. */
export async function wordsOf(html: string): Promise<string> {
  if (!/[<&]/.test(html)) return html.replace(/\s+/g, ' ').trim()
  const { Parser } = await import('htmlparser2')
  const parts: string[] = []
  let hiddenIn = 0
  const parser = new Parser(
    {
      onopentagname: (name) => {
        if (hidden.has(name)) hiddenIn++
        parts.push(inline.has(name) ? '' : ' ')
      },
      ontext: (text) => {
        if (hiddenIn === 0) parts.push(text)
      },
      onclosetag: (name) => {
        if (hidden.has(name)) hiddenIn--
        parts.push(inline.has(name) ? '' : ' ')
      },
    },
    { decodeEntities: true },
  )
  parser.end(html.slice(0, maxFieldLength))
  return parts.join('').replace(/\s+/g, ' ').trim()
}

const inline = new Set([
  'a',
  'abbr',
  'b',
  'bdi',
  'cite',
  'code',
  'em',
  'i',
  'mark',
  's',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
  'u',
])
