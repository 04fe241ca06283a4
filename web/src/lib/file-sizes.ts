/** Sizes in bytes by address, once known. */
const sizes = new Map<string, number>()
const requests = new Map<string, Promise<number | undefined>>()

export const knownSize = (href: string): number | undefined => sizes.get(href)

/** Asks the server once per file, without fetching it. Undefined if it does not say. */
export function fetchSize(href: string): Promise<number | undefined> {
  const asking = requests.get(href) ?? requestSize(href)
  requests.set(href, asking)
  return asking
}

async function requestSize(href: string): Promise<number | undefined> {
  try {
    const { ok, headers } = await fetch(href, { method: 'HEAD' })
    const length = headers.get('content-length')
    if (!ok || length === null) return undefined
    sizes.set(href, Number(length))
    return Number(length)
  } catch {
    // Offline: another time.
    requests.delete(href)
    return undefined
  }
}
