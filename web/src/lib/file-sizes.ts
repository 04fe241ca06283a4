/** Sizes in bytes by address, once known. */
const known = new Map<string, number>()
const asked = new Map<string, Promise<number | undefined>>()

export const knownSize = (href: string): number | undefined => known.get(href)

/** Asks the server once per file, without fetching it. Undefined if it does not say. */
export function fetchSize(href: string): Promise<number | undefined> {
  const asking = asked.get(href) ?? ask(href)
  asked.set(href, asking)
  return asking
}

async function ask(href: string): Promise<number | undefined> {
  try {
    const { ok, headers } = await fetch(href, { method: 'HEAD' })
    const length = headers.get('content-length')
    if (!ok || length === null) return undefined
    known.set(href, Number(length))
    return Number(length)
  } catch {
    // Offline: another time.
    asked.delete(href)
    return undefined
  }
}
