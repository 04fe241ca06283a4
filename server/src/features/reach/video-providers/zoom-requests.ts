import { apiError } from '@loquat/contract'
import { z } from 'zod'
import type { Zoom } from '../../../platform/calls-config.ts'
import { fetchOutside } from '../../../platform/outbound.ts'
import type { ZoomToken } from './store.ts'

const limits = { timeoutMs: 10_000, maxBytes: 65_536, allowPrivate: true }
const maxTokenLength = 8_192

export const zoomFailed = () => apiError('video-provider-failed', { provider: 'Zoom' })

const tokenReply = z.object({
  access_token: z.string().max(maxTokenLength),
  refresh_token: z.string().max(maxTokenLength).optional(),
  expires_in: z.number().positive(),
})

/** Sends a form as the app of the server. Undefined if Zoom cannot be reached. */
const postAsApp = async (
  { loginUrl, clientId, clientSecret }: Zoom,
  path: string,
  form: Record<string, string>,
) =>
  await fetchOutside(`${loginUrl}${path}`, {
    ...limits,
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(form).toString(),
  }).catch(() => undefined)

/** Requests tokens. Undefined if Zoom rejects the grant. */
export async function requestToken(
  zoom: Zoom,
  grant: Record<string, string>,
  now: number,
): Promise<ZoomToken | undefined> {
  const answer = await postAsApp(zoom, '/oauth/token', grant)
  if (answer?.status === 400 || answer?.status === 401) return undefined
  const reply = tokenReply.safeParse(jsonOf(answer?.body))
  if (answer?.status !== 200 || !reply.success) throw zoomFailed()
  const { access_token, refresh_token = '', expires_in } = reply.data
  return { accessToken: access_token, refreshToken: refresh_token, expiresAt: now + expires_in * 1_000 }
}

/** Revokes the access that a token stands for. False if Zoom did not. */
export async function revokeToken(zoom: Zoom, accessToken: string): Promise<boolean> {
  const answer = await postAsApp(zoom, '/oauth/revoke', { token: accessToken })
  return answer?.status === 200
}

const meetingReply = z.object({ join_url: z.string().max(2_048) })

/** Creates a meeting of a user. Returns the URL to join, or the reason why Zoom refused. */
export async function requestMeeting(
  { apiUrl }: Zoom,
  accessToken: string,
  { owner, isVideo }: { owner: string; isVideo: boolean },
): Promise<{ url: string } | 'token' | 'user'> {
  const answer = await fetchOutside(`${apiUrl}/v2/users/${encodeURIComponent(owner)}/meetings`, {
    ...limits,
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ settings: { host_video: isVideo, participant_video: isVideo } }),
  }).catch(() => undefined)
  if (answer?.status === 401) return 'token'
  if (answer?.status === 404) return 'user'
  const reply = meetingReply.safeParse(jsonOf(answer?.body))
  // People follow this link.
  if (answer?.status !== 201 || !reply.success || !/^https?:\/\//.test(reply.data.join_url))
    throw zoomFailed()
  return { url: reply.data.join_url }
}

function jsonOf(body: Buffer | undefined): unknown {
  try {
    return JSON.parse(body?.toString() ?? '')
  } catch {
    return undefined
  }
}
