import type { OldMessage } from './objects.ts'
import type { OldServer } from './old-server.ts'

export interface MessageSource {
  server: OldServer
  /** ID of the newest known message. */
  after: number
  narrow: readonly (readonly [string, string])[]
}

interface OpenSource extends MessageSource {
  page: OldMessage[]
  isLast: boolean
}

/**
 * New messages of all sources, ascending, each once. At most one page per source is in memory.
 */
export async function* newMessages(sources: readonly MessageSource[]): AsyncGenerator<OldMessage> {
  const open: OpenSource[] = sources.map((source) => ({ ...source, page: [], isLast: false }))
  let last = 0
  for (;;) {
    for (const source of open) {
      while (source.page.length === 0 && !source.isLast) {
        const { messages, isLast } = await source.server.messagesAfter(source.after, source.narrow)
        // Some servers return the anchor in spite of `include_anchor`.
        source.page = messages.filter(({ id }) => id > source.after).reverse()
        source.isLast = isLast || source.page.length === 0
        source.after = messages.at(-1)?.id ?? source.after
      }
    }
    const next = open
      .filter(({ page }) => page.length > 0)
      .reduce<OpenSource | undefined>(
        (first, one) => (first === undefined || one.page.at(-1)!.id < first.page.at(-1)!.id ? one : first),
        undefined,
      )
    if (next === undefined) return
    const message = next.page.pop()!
    if (message.id > last) yield message
    last = Math.max(last, message.id)
  }
}
