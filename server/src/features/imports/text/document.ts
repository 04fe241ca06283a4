import type { ImportText, Reference } from './text.ts'

/**
 * A parsed message of another product, in terms of our markup. Parsers of products produce it, and
 * `writeDocument` turns it into our Markdown, which is the only place that knows how to escape literal text.
 */
export type Document = readonly Block[]

export type Block =
  | Line
  | { kind: 'code'; code: string; language?: string | undefined; isQuoted?: boolean }
  | { kind: 'spoiler'; content: Document }

export interface Line {
  kind: 'line'
  content: readonly Inline[]
  isQuoted?: boolean
  /** Heading of level 1 to 6. */
  heading?: number | undefined
  /** Item of a list: its nesting from 0, and its number in a numbered list. */
  item?: { level: number; number?: number | undefined } | undefined
}

export interface Style {
  bold?: boolean
  italic?: boolean
  strike?: boolean
}

export type Inline = { style?: Style | undefined } /** Literal text, without line breaks. */ & (
  | { kind: 'text'; text: string }
  | { kind: 'code'; code: string }
  /** A link; without a label its URL is shown. */
  | { kind: 'link'; url: string; label?: string | undefined }
  /** A link to an object of the archive. */
  | {
      kind: 'reference link'
      to: Reference & { kind: 'message URL' | 'channel URL' | 'file URL' }
      label: string
    }
  | { kind: 'reference'; to: Reference }
  /** `@**all**` or `@**topic**`. */
  | { kind: 'wildcard'; name: 'all' | 'topic' }
  /** Seconds since 1970. */
  | { kind: 'time'; seconds: number }
  /** An emoji by code, as `emojiMarkdown` writes it. */
  | { kind: 'emoji'; code: string }
  /** Our Markdown, which may have several lines. */
  | { kind: 'converted'; text: ImportText }
)

export const line = (...content: Inline[]): Line => ({ kind: 'line', content })
export const plain = (text: string, style?: Style): Inline => ({ kind: 'text', text, style })

/** Lines of literal text. */
export const plainLines = (text: string): Line[] => text.split(/\r\n?|\n/).map((row) => line(plain(row)))
