import type { DownloadContent, DownloadRequest } from '../../../http/reply/downloads.ts'
import { layout } from '../../../pages/layout.ts'
import { html } from '../../../platform/html.ts'
import { drawn } from '../../../platform/images.ts'

/** A page icon with a symbol on it. */
const sheet = (sign: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 150"><rect width="200" height="150" rx="8" fill="#e8eaed"/><path d="M72 30h40l18 18v72H72z" fill="#fff" stroke="#9aa0a6" stroke-width="4"/><g fill="none" stroke="#5f6368" stroke-width="6" stroke-linecap="round">${sign}</g></svg>`
const cross = sheet('<path d="M88 66l26 26M114 66L88 92"/>')
const lock = sheet(
  '<rect x="86" y="76" width="30" height="24" rx="3"/><path d="M92 76v-8a9 9 0 0 1 18 0v8"/>',
)

/** Whether the request prefers an image, so that the error is one. */
function prefersImage(accept = ''): boolean {
  const weight = (type: string) => {
    const found = accept
      .split(',')
      .map((one) => one.trim().split(/\s*;\s*/))
      .filter(([range]) => [type, `${type.split('/')[0]}/*`, '*/*'].includes(range ?? ''))
    // The most specific range wins.
    const [exact] = found.sort(([a = ''], [b = '']) => Number(a.includes('*')) - Number(b.includes('*')))
    if (exact === undefined) return 0
    const quality = exact.find((part) => part.startsWith('q='))
    return quality === undefined ? 1 : Number(quality.slice(2)) || 0
  }
  return weight('image/png') > weight('text/html')
}

async function refusal(
  { exchange }: DownloadRequest,
  status: number,
  picture: string,
  sentence: string,
): Promise<DownloadContent> {
  const isImage = prefersImage(exchange.headers.accept)
  const bytes = isImage
    ? await drawn(picture, 200, 150)
    : Buffer.from(layout('No file', html`<p>${sentence}</p>`))
  return {
    status,
    type: isImage ? 'image/png' : 'text/html; charset=utf-8',
    size: bytes.length,
    open: () => bytes,
    keepFor: 'never',
    vary: 'Accept',
    policy: "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  }
}

export const missing = (visit: DownloadRequest) => refusal(visit, 404, cross, 'File not found.')
export const forbidden = (visit: DownloadRequest) =>
  refusal(visit, 403, lock, "You don't have access to this file.")
