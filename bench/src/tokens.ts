import { type Api, createApi } from '@loquat/client'
import {
  type Candidate,
  measureRounds,
  medianOf,
  shown,
  startCandidate,
  stopCandidate,
} from './cpu-per-request.ts'
import type { Line } from './report.ts'

/** CPU time of sends with an API key and with tokens, to the same server in alternating rounds. */
export async function benchTokens(): Promise<Line[]> {
  const key = await startCandidate('API key')
  try {
    const { login, server } = key
    const api = createApi({ url: server.url, credentials: login })
    const { stream_id: channel } = await api.getChannelId({ stream: 'general' })
    const withToken = async (
      name: string,
      options: Omit<Parameters<Api['createToken']>[0], 'name'>,
    ): Promise<Candidate> => {
      const { token } = await api.createToken({ name, ...options })
      return { ...key, name, login: { ...login, apiKey: token }, times: { send: [], fetch: [] } }
    }
    const others = [
      await withToken('token without scopes', {}),
      await withToken('token with scopes, channels and addresses', {
        scopes: ['messages:write', 'channels:read'],
        channel_ids: [channel],
        addresses: ['127.0.0.0/8', '::1', '2001:db8::/32'],
      }),
    ]
    await measureRounds([key, ...others], ['send'])
    return others.map((other) => ({
      what: `CPU time of a send, ${other.name}`,
      measured: shown(other, 'send'),
      limit: `${shown(key, 'send')}, ${key.name}`,
      ratio: medianOf(other, 'send') / medianOf(key, 'send'),
      aim: 'ratio at most 1.05',
    }))
  } finally {
    await stopCandidate(key)
  }
}
