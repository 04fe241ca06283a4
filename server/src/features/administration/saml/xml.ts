/** Maximum length of a message. Responses with hundreds of groups have less than a third. */
export const maxMessageLength = 100_000
/** Canonicalization and XPath are recursive, and slow for many elements. */
const maxElements = 5_000

/** A message that is refused before its signature is checked. */
export class RefusedXml extends Error {
  override readonly name = 'RefusedXml'
}

export interface OpenElement {
  /** Without the namespace prefix. */
  name: string
  attributes: Readonly<Record<string, string>>
}

/**
 * Refuses constructs that no provider sends and that attacks need: document types, entities, comments, CDATA and processing
 * instructions. Valid XML has `<!` and `<?` nowhere else, so a search is enough, whatever a parser would make of them.
 */
export function assertPlainXml(xml: string): void {
  const body = xml.replace(/^\uFEFF?\s*<\?xml [^<>]{0,200}\?>/, '')
  if (body.includes('<!') || body.includes('<?') || body.includes('\0')) {
    throw new RefusedXml('The XML has a document type, a comment, CDATA or a processing instruction.')
  }
  let count = 0
  for (let at = body.indexOf('<'); at !== -1; at = body.indexOf('<', at + 1)) {
    if (++count > 2 * maxElements) throw new RefusedXml(`The XML has more than ${maxElements} elements.`)
  }
}

export interface ElementHandlers {
  open(element: OpenElement): void
  /** The text directly in an element, when it ends. */
  close?(name: string, text: string): void
}

/** Walks through the elements, for values that are not trusted because of a signature. */
export async function walkElements(xml: string, { open, close }: ElementHandlers): Promise<void> {
  const { Parser } = await import('htmlparser2')
  const texts: string[] = []
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        texts.push('')
        open({ name: localName(name), attributes })
      },
      ontext: (text) => {
        const last = texts.length - 1
        if (last >= 0) texts[last] += text
      },
      onclosetag: (name) => close?.(localName(name), texts.pop() ?? ''),
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(xml)
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** The first elements of these names, with their attributes. */
export async function firstElements(xml: string, names: readonly string[]): Promise<OpenElement[]> {
  const found: OpenElement[] = []
  await walkElements(xml, {
    open: (element) => {
      if (found.length === 0 || names.includes(element.name)) found.push(element)
    },
  })
  return found
}
