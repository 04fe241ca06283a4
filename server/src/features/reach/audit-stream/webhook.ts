import { createHmac } from 'node:crypto'
import type { AuditEntryObject } from '@loquat/contract'
import { fetchOutside } from '../../../platform/outbound.ts'

const timeoutMs = 10_000
const maxResponseBytes = 1_024

/** Posts entries as JSON. Any status but 2xx is a failure. A URL of the operator may be in a private network. */
export async function postEntries(
  { url, secret }: { url: string; secret: string | undefined },
  organization: string,
  entries: readonly AuditEntryObject[],
  signal: AbortSignal | undefined,
  { allowPrivate }: { allowPrivate: boolean },
): Promise<void> {
  const body = JSON.stringify({ organization, entries })
  const signature = secret === undefined ? undefined : createHmac('sha256', secret).update(body).digest('hex')
  const { status } = await fetchOutside(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(signature === undefined ? {} : { 'x-loquat-signature': `sha256=${signature}` }),
    },
    body,
    timeoutMs,
    maxBytes: maxResponseBytes,
    allowPrivate,
    signal,
  })
  if (status < 200 || status > 299) throw new Error(`The webhook of the audit log answered ${status}.`)
}
