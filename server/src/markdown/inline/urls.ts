/** URLs with any other scheme do not become links. */
export const schemes: ReadonlySet<string> = new Set(
  (
    'http https ftp file bitcoin geo im irc ircs magnet mailto matrix mms news nntp openpgp4fpr sip sms smsto ssh tel urn ' +
    'webcal wtai xmpp'
  ).split(' '),
)

/** Whether a URL has one of these schemes, or none. */
export function hasKnownScheme(url: string): boolean {
  // Browsers skip white space and control characters in front of the scheme; so do we.
  const [, scheme] = /^([a-z][a-z0-9+.-]*):/i.exec(url.replace(/[\u0000-\u0020]/g, '')) ?? []
  return scheme === undefined || schemes.has(scheme.toLowerCase())
}

/**
 * The `href` for a URL in a message, or undefined if it cannot be a link: the scheme is not allowed, or it does not
 * parse as a URL, which clients would fail on.
 */
export function linkTarget(written: string, ownUrl: string): string | undefined {
  const href = hrefOf(written, ownUrl)
  return href !== undefined && URL.canParse(href, ownUrl) ? href : undefined
}

/**
 * Relative URLs are not supported: a URL without a scheme is a web URL, unless it is a path of this server, a
 * fragment, or an email address.
 */
function hrefOf(written: string, ownUrl: string): string | undefined {
  // Browsers skip line breaks anywhere and control characters in front of the scheme; so do we.
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

/** Links into the organization omit its host, so that they work under any host name. */
function withoutOwnHost(url: string, ownUrl: string): string {
  if (!url.startsWith(`${ownUrl}/`)) return url
  const local = url.slice(ownUrl.length + 1)
  return local.startsWith('#') || local.startsWith('user_uploads/') ? local : url
}
