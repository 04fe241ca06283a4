/** The endpoints under two prefixes: for API keys, and for browser sessions. */
export const apiPrefix = '/api/v1'
export const sessionPrefix = '/json'

export const isSessionCall = (url: string) => url.startsWith(`${sessionPrefix}/`)

/** The path as the contract writes it; undefined outside the API. */
export function endpointPath(url: string): string | undefined {
  const path = url.split('?')[0] ?? ''
  const prefix = [apiPrefix, sessionPrefix].find((one) => path.startsWith(`${one}/`))
  return prefix === undefined ? undefined : path.slice(prefix.length)
}
