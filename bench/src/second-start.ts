import { createApi } from '@loquat/client'
import type { Login } from './raw-client.ts'
import { median } from './report.ts'

/** Calls of a second start. */
export const startRounds = 30

/** Everything, as clients of today ask for it. */
export const registerParams = {
  apply_markdown: 'true',
  slim_presence: 'true',
  client_capabilities: JSON.stringify({
    notification_settings_null: true,
    bulk_message_deletion: true,
    user_avatar_url_field_optional: true,
    user_settings_object: true,
    linkifier_url_template: true,
    empty_topic_name: true,
    archived_channels: true,
  }),
}

/** The cost of a register call. */
export interface Transfer {
  /** Size of both bodies on the wire. */
  bytes: number
  /** Duration of the first call, in milliseconds. */
  first: number
  /** Median duration of all calls. */
  milliseconds: number
}

/** A client that was here before: it has all pieces of the state but those that a change concerns. */
export async function secondStart(
  port: number,
  login: Login,
  change: () => Promise<unknown>,
): Promise<Transfer> {
  const api = createApi({ url: `http://127.0.0.1:${port}`, credentials: login })
  const options = { slim_presence: true, known_pieces: [], member_ranges: true }
  const { pieces = {} } = await api.register(options)
  const hashes = Object.values(pieces).flatMap((list) => list.map(({ hash }) => hash))
  await change()
  return await transferOf(port, login, 'POST /api/v1/register', {
    ...registerParams,
    known_pieces: JSON.stringify(hashes),
    member_ranges: 'true',
  })
}

/** Repeats a call of a client that accepts compressed responses. */
export async function transferOf(
  port: number,
  { email, apiKey }: Login,
  call: string,
  params: Record<string, string>,
  rounds = startRounds,
): Promise<Transfer> {
  const [method = '', path] = call.split(' ')
  const body = new URLSearchParams(params)
  const authorization = `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`
  const times: number[] = []
  let bytes = 0
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now()
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { authorization, 'accept-encoding': 'gzip' },
      ...(method === 'GET' ? {} : { body }),
    })
    bytes = Number(reply.headers.get('content-length')) + (method === 'GET' ? 0 : body.toString().length)
    await reply.arrayBuffer()
    times.push(performance.now() - startedAt)
    if (reply.status !== 200) throw new Error(`${call} was answered with ${reply.status}.`)
  }
  return { bytes, first: times[0] ?? 0, milliseconds: median(times) }
}

export const shownTransfer = ({ bytes, first, milliseconds }: Transfer) =>
  `${(bytes / 1e3).toFixed(1)} kB in both directions, compressed; ${milliseconds.toFixed(0)} ms, at first ${first.toFixed(0)} ms`
