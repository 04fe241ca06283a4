/** Addresses with any other scheme are not links, however they are written. */
export const schemes: ReadonlySet<string> = new Set(
  (
    'http https ftp file bitcoin geo im irc ircs magnet mailto matrix mms news nntp openpgp4fpr sip sms smsto ssh tel urn ' +
    'webcal wtai xmpp'
  ).split(' '),
)

/** Whether an address has one of these schemes, or none. */
export function hasKnownScheme(url: string): boolean {
  // Browsers skip white space and control characters when they look for the scheme; so do we.
  const [, scheme] = /^([a-z][a-z0-9+.-]*):/i.exec(url.replace(/[\u0000-\u0020]/g, '')) ?? []
  return scheme === undefined || schemes.has(scheme.toLowerCase())
}

/**
 * The `href` for an address in a message, or undefined if it cannot be a link: the scheme is not allowed, or the address does not
 * parse as a URL, which clients that parse it would fail on.
 */
export function linkTarget(written: string, ownUrl: string): string | undefined {
  const href = hrefOf(written, ownUrl)
  return href !== undefined && URL.canParse(href, ownUrl) ? href : undefined
}

/**
 * There are no relative addresses: an address without a scheme is a web address, unless it is a path of this server, a fragment,
 * or an email address.
 */
function hrefOf(written: string, ownUrl: string): string | undefined {
  // Browsers skip line breaks anywhere and control characters in front when they look for the scheme; so do we.
  const url = written
    .replace(/[\n\r\t]/g, '')
    .replace(/^[\u0000-\u0020]+/, '')
    .replaceAll(' ', '%20')
  const [, scheme] = /^([a-zA-Z][a-zA-Z0-9+.-]*):/.exec(url) ?? []
  if (scheme !== undefined) {
    const known = scheme.toLowerCase()
    return schemes.has(known) ? withoutOwnHost(known + url.slice(scheme.length), ownUrl) : undefined
  }
  if (url.startsWith('//')) return `http:${url}`
  const [path = ''] = url.split(/[?#]/, 1)
  if (path.includes('@')) return `mailto:${url}`
  if (url.startsWith('/') || url.startsWith('#')) return url
  return withoutOwnHost(`http://${url}`, ownUrl)
}

/**
 * Places and files of the organization are linked without its host, so that they work under any name it has.
 */
function withoutOwnHost(url: string, ownUrl: string): string {
  if (!url.startsWith(`${ownUrl}/`)) return url
  const local = url.slice(ownUrl.length + 1)
  return local.startsWith('#') || local.startsWith('user_uploads/') ? local : url
}
