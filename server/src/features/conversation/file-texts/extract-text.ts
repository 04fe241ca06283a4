import type { Entry, ZipFile } from 'yauzl'
import type { FileKind } from './kinds.ts'

/** Characters of a file that are searched, from its beginning. */
export const maxTextLength = 200_000
const maxPdfPages = 300
/** Unpacked size of the text of a document, with its markup. */
const maxXmlBytes = 30 * 2 ** 20
const maxZipEntries = 5_000
/** Bytes of a text file: more cannot fit, whatever the encoding. */
export const maxPlainBytes = maxTextLength * 4

/** The text of a file. Fails if it is damaged. Files may be hostile: run this in a process that can be ended, except for plain text. */
export async function extractText(kind: FileKind, bytes: Uint8Array): Promise<string> {
  switch (kind) {
    case 'text':
      return plainText(bytes)
    case 'pdf':
      return cleaned(await textOfPdf(bytes))
    case 'docx':
      return cleaned(await textOfDocx(bytes))
  }
}

/** The beginning of a text, without control characters other than tabs and line breaks. */
const cleaned = (text: string) =>
  text
    .slice(0, maxTextLength)
    .toWellFormed()
    // They are no part of words, and PostgreSQL refuses the first one.
    .replace(/[\u0000-\u0008\u000b-\u001f]+/g, ' ')

function plainText(bytes: Uint8Array): string {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  const encoding = isUtf16 ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8'
  const text = new TextDecoder(encoding).decode(bytes.subarray(0, maxPlainBytes))
  // Programs and archives with the name of a text.
  return !isUtf16 && text.slice(0, 2_000).includes('\u0000') ? '' : cleaned(text)
}

async function textOfPdf(bytes: Uint8Array): Promise<string> {
  const { getDocumentProxy } = await import('unpdf')
  const pdf = await getDocumentProxy(new Uint8Array(bytes), {
    disableFontFace: true,
    stopAtErrors: false,
  })
  let text = ''
  for (
    let number = 1;
    number <= Math.min(pdf.numPages, maxPdfPages) && text.length < maxTextLength;
    number++
  ) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    for (const item of items) if ('str' in item) text += item.hasEOL ? `${item.str}\n` : item.str
    text += '\n'
    page.cleanup()
  }
  return text
}

/** Parts of a document with text, in this order. */
const documentParts = ['word/document.xml', 'word/footnotes.xml', 'word/comments.xml']

async function textOfDocx(bytes: Uint8Array): Promise<string> {
  const { default: yauzl } = await import('yauzl')
  const file = await yauzl.fromBufferPromise(Buffer.from(bytes), { lazyEntries: true, autoClose: false })
  const parts = new Map<string, string>()
  let count = 0
  for await (const entry of file.eachEntry() as AsyncIterable<Entry>) {
    if (++count > maxZipEntries) break
    if (!documentParts.includes(entry.fileName)) continue
    parts.set(entry.fileName, await xmlOf(file, entry))
    if (parts.size === documentParts.length) break
  }
  if (!parts.has('word/document.xml')) throw new Error('not a document')
  return documentParts.map((name) => textOfXml(parts.get(name) ?? '')).join('\n')
}

async function xmlOf(file: ZipFile, entry: Entry): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of await file.openReadStreamPromise(entry)) {
    size += chunk.length
    if (size > maxXmlBytes) break
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The text of runs. Entities of the document itself are not expanded. */
function textOfXml(xml: string): string {
  let text = ''
  for (const [, run, end] of xml.matchAll(/<w:t(?:\s[^<>]*)?>([^<]*)<\/w:t>|<(\/w:p|w:br|w:tab)\b/g)) {
    text += end === undefined ? run : end === 'w:tab' ? '\t' : '\n'
    if (text.length > 2 * maxTextLength) break
  }
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi,
    (_, decimal, hexadecimal, name) => {
      if (name !== undefined) return entities[String(name).toLowerCase()] ?? ' '
      const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' '
    },
  )
}
