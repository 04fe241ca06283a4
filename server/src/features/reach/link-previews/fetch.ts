import type { PreviewCard } from '../../../db/tables/link-previews.ts'
import { fetchOutside, OutsideError, type OutsideReply } from '../../../platform/outbound.ts'
import { parseOEmbed } from './oembed.ts'
import { parsePage } from './page.ts'

export interface FetchOptions {
  allowPrivate: boolean
  signal?: AbortSignal | undefined
  /** For all requests of one link. */
  timeoutMs?: number
}

const limits = { timeoutMs: 15_000, redirects: 5, pageBytes: 512 * 1024, oEmbedBytes: 64 * 1024 }

/** Fetches a page's card; null if there is none, for any reason. */
export async function fetchCard(link: string, options: FetchOptions): Promise<PreviewCard | null> {
  const until = performance.now() + (options.timeoutMs ?? limits.timeoutMs)
  const ask = async (url: string, accept: string, maxBytes: number, isWanted: (type: string) => boolean) => {
    const timeoutMs = Math.ceil(until - performance.now())
    if (timeoutMs <= 0) return undefined
    const wants = ({ status, headers }: OutsideReply) =>
      status === 200 && isWanted((headers['content-type'] ?? '').replace(/;.*$/s, '').trim().toLowerCase())
    const { allowPrivate, signal } = options
    const { redirects } = limits
    const request = { headers: { accept }, maxBytes, redirects, timeoutMs, wants, allowPrivate, signal }
    const answer = await ignoreFailure(fetchOutside(url, request))
    return answer !== undefined && wants(answer) ? answer : undefined
  }

  const page = await ask(link, 'text/html,application/xhtml+xml', limits.pageBytes, isHtml)
  if (page === undefined) return null
  const html = decoded(page.body, page.headers['content-type'] ?? '')
  const { oEmbed, ...card } = await parsePage(html, page.url)
  if (oEmbed === undefined) return card
  const offer = await ask(oEmbed, 'application/json', limits.oEmbedBytes, isJson)
  const embed = offer && parseOEmbed(offer.body.toString(), offer.url)
  return embed === undefined ? card : { ...card, ...embed }
}

/** Ignores failures of external sites. */
async function ignoreFailure<T>(asking: Promise<T>): Promise<T | undefined> {
  try {
    return await asking
  } catch (error) {
    if (error instanceof OutsideError) return undefined
    throw error
  }
}

const isHtml = (type: string) => type === 'text/html' || type === 'application/xhtml+xml'
const isJson = (type: string) => /^(?:application|text)\/(?:\w+\+)?json(?:\+oembed)?$/.test(type)

/** The text of a page, in the encoding of the header, or else as declared near the start of the page. */
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
