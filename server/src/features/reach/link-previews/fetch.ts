import type { PreviewCard } from '../../../db/tables/link-previews.ts'
import { fetchOutside, OutsideError, type OutsideReply } from '../../../platform/outbound.ts'
import { readOEmbed } from './oembed.ts'
import { readPage } from './page.ts'

export interface Fetching {
  allowPrivate: boolean
  signal?: AbortSignal | undefined
  /** For all that is asked about one link. */
  timeoutMs?: number
}

const limits = { timeoutMs: 15_000, redirects: 5, pageBytes: 512 * 1024, oEmbedBytes: 64 * 1024 }

/** What a page says of itself; null if there is no page, whatever the reason. */
export async function fetchCard(link: string, fetching: Fetching): Promise<PreviewCard | null> {
  const until = performance.now() + (fetching.timeoutMs ?? limits.timeoutMs)
  const ask = async (url: string, accept: string, maxBytes: number, isWanted: (type: string) => boolean) => {
    const timeoutMs = Math.ceil(until - performance.now())
    if (timeoutMs <= 0) return undefined
    const wants = ({ status, headers }: OutsideReply) =>
      status === 200 && isWanted((headers['content-type'] ?? '').replace(/;.*$/s, '').trim().toLowerCase())
    const { allowPrivate, signal } = fetching
    const { redirects } = limits
    const asked = { headers: { accept }, maxBytes, redirects, timeoutMs, wants, allowPrivate, signal }
    const answer = await orNothing(fetchOutside(url, asked))
    return answer !== undefined && wants(answer) ? answer : undefined
  }

  const page = await ask(link, 'text/html,application/xhtml+xml', limits.pageBytes, isHtml)
  if (page === undefined) return null
  const html = decoded(page.body, page.headers['content-type'] ?? '')
  const { oEmbed, ...card } = await readPage(html, page.url)
  if (oEmbed === undefined) return card
  const offer = await ask(oEmbed, 'application/json', limits.oEmbedBytes, isJson)
  const embed = offer && readOEmbed(offer.body.toString(), offer.url)
  return embed === undefined ? card : { ...card, ...embed }
}

/** Sites that do not answer are no failure of ours. */
async function orNothing<T>(asking: Promise<T>): Promise<T | undefined> {
  try {
    return await asking
  } catch (error) {
    if (error instanceof OutsideError) return undefined
    throw error
  }
}

const isHtml = (type: string) => type === 'text/html' || type === 'application/xhtml+xml'
const isJson = (type: string) => /^(?:application|text)\/(?:\w+\+)?json(?:\+oembed)?$/.test(type)

/** The text of a page, in the encoding that its header names, or else the page itself near its beginning. */
function decoded(body: Buffer, contentType: string): string {
  const declared = /charset\s*=\s*["']?([\w-]+)/i
  const label =
    declared.exec(contentType)?.[1] ??
    declared.exec(body.subarray(0, 2_048).toString('latin1'))?.[1] ??
    'utf-8'
  try {
    return new TextDecoder(label).decode(body)
  } catch {
    return body.toString()
  }
}
