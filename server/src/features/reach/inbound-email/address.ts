/** How an email is posted, from the address that it was sent to. */
export interface EmailOptions {
  /** Begins the message with the sender of the email. */
  showSender: boolean
  /** Keeps quoted text and signatures. */
  includeQuotes: boolean
  /** Uses the HTML of an email that also has plain text. */
  preferHtml: boolean
}

export type InboundAddress =
  | { kind: 'channel'; token: string; options: EmailOptions }
  | { kind: 'reply'; token: string }
  | { kind: 'unknown-option'; option: string }

/** The short names keep long local parts below the 64 characters that some mail servers allow. */
const optionNames: Readonly<Record<string, keyof EmailOptions>> = {
  'show-sender': 'showSender',
  'include-quotes': 'includeQuotes',
  'prefer-html': 'preferHtml',
  sender: 'showSender',
  quotes: 'includeQuotes',
  html: 'preferHtml',
}

const maxAddressLength = 320
const channelToken = /^[0-9a-f]{32}$/
const replyToken = /^[0-9a-z]{1,12}-[0-9a-f]{32}$/

/** Parses a recipient. Undefined if it is no address of this server. */
export function parseAddress(address: string, domain: string): InboundAddress | undefined {
  const at = address.lastIndexOf('@')
  if (address.length > maxAddressLength || address.slice(at + 1).toLowerCase() !== domain) return undefined
  const parts = address.slice(0, at).toLowerCase().split(/[.+]/)
  const [first, second = ''] = parts
  if (first === 'reply' && parts.length === 2 && replyToken.test(second)) {
    return { kind: 'reply', token: second }
  }
  const position = parts.findIndex((part) => channelToken.test(part))
  const token = parts[position]
  if (token === undefined) return undefined
  const options: EmailOptions = { showSender: false, includeQuotes: false, preferHtml: false }
  for (const option of parts.slice(position + 1)) {
    const name = Object.hasOwn(optionNames, option) ? optionNames[option] : undefined
    if (name === undefined) return { kind: 'unknown-option', option }
    options[name] = true
  }
  return { kind: 'channel', token, options }
}
