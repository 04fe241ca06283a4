/** The same endpoints twice: for whoever has a key, and for browsers, which have a session. */
export const apiPrefix = '/api/v1'
export const sessionPrefix = '/json'

export const isSessionCall = (url: string) => url.startsWith(`${sessionPrefix}/`)

/** The path as the contract writes it; undefined where no endpoint can be. */
export function endpointPath(url: string): string | undefined {
  const path = url.split('?')[0] ?? ''
  const prefix = [apiPrefix, sessionPrefix].find((one) => path.startsWith(`${one}/`))
  return prefix === undefined ? undefined : path.slice(prefix.length)
}
