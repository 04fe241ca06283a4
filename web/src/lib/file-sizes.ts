/** Sizes in bytes by address, once known. */
const sizes = new Map<string, number>()
const requests = new Map<string, Promise<number | undefined>>()

export const knownSize = (href: string): number | undefined => sizes.get(href)

/** Requests the size once per file, with HEAD. Undefined if unknown. */
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
    // Offline: retry on the next call.
    requests.delete(href)
    return undefined
  }
}
