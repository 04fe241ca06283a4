import { parseUrl } from '../lib/parse.ts'
import { org } from '../session/session.ts'

/** Whether the server fetches external images. On for state that was saved before the server said so. */
const isOn = () => org().server_proxies_images !== false

/** The URL from which to load an image, so that other sites do not learn the address of the viewer. */
export const imageSource = (address: string): string =>
  isOn() ? proxiedSource(address, location.href) : address

/** The style of an element, with images from this server. */
export const imageStyle = (style: string): string => (isOn() ? proxiedStyle(style, location.href) : style)

/** Videos are too large for the server to fetch, so external ones are not played here. */
export const isVideoPlayable = (address: string): boolean => !isOn() || !isExternal(address, location.href)

/** The URL of an image at this server; unchanged if the image is not external. */
export function proxiedSource(address: string, base: string): string {
  const url = externalUrl(address, base)
  if (url === undefined) return address
  url.hash = ''
  const bytes = new TextEncoder().encode(url.href)
  return `/external_content/${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** A style with all its external images at this server. */
export const proxiedStyle = (style: string, base: string): string =>
  style.replace(cssUrl, (written, double?: string, single?: string, bare?: string) => {
    const address = unescapeCss(double ?? single ?? bare ?? '')
    const source = proxiedSource(address, base)
    return source === address ? written : `url("${source}")`
  })

export const isExternal = (address: string, base: string): boolean => externalUrl(address, base) !== undefined

function externalUrl(address: string, base: string): URL | undefined {
  const url = parseUrl(address, base)
  if (url === undefined || !/^https?:$/.test(url.protocol)) return undefined
  return url.origin === parseUrl(base)?.origin ? undefined : url
}

/** With double quotes, single quotes or none. */
const cssUrl =
  /url\(\s*(?:"((?:[^"\\]|\\[\s\S])*)"|'((?:[^'\\]|\\[\s\S])*)'|((?:[^"'()\s\\]|\\[\s\S])*))\s*\)/gi

const unescapeCss = (text: string) =>
  text.replace(/\\(?:([\da-f]{1,6})\s?|([\s\S]))/gi, (_, code?: string, sign?: string) =>
    code === undefined ? (sign ?? '') : characterOf(Number.parseInt(code, 16)),
  )

const characterOf = (code: number) => (code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : '\ufffd')
