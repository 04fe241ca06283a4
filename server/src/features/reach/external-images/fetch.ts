import { browserImageType } from '../../../platform/images.ts'
import { fetchOutside, type Outside, OutsideError, type OutsideReply } from '../../../platform/outbound.ts'
import type { ExternalImage } from './image-cache.ts'

export interface FetchLimits {
  /** For the whole request, with redirects and the body. */
  timeoutMs: number
  maxBytes: number
  /** For tests: the addresses that may be reached. */
  mayReach?: Outside['mayReach']
}

const redirects = 5

/**
 * Fetches an image; undefined if there is none, for any reason. The first bytes determine its type, because the headers of
 * the site can claim anything.
 */
export async function fetchImage(
  url: string,
  { timeoutMs, maxBytes, mayReach }: FetchLimits,
  allowPrivate: boolean,
): Promise<ExternalImage | undefined> {
  const wants = ({ status, headers }: OutsideReply) =>
    status === 200 && Number(headers['content-length'] ?? 0) <= maxBytes
  const request = { headers: { accept: 'image/*' }, timeoutMs, maxBytes, redirects, wants, allowPrivate }
  try {
    const answer = await fetchOutside(url, mayReach === undefined ? request : { ...request, mayReach })
    if (!wants(answer) || answer.isCut) return undefined
    const type = browserImageType(answer.body)
    return type === undefined ? undefined : { type, bytes: answer.body }
  } catch (error) {
    if (error instanceof OutsideError) return undefined
    throw error
  }
}
