import { createHmac } from 'node:crypto'
import type { IceServerObject } from '@loquat/contract'
import type { Config } from '../../../platform/config.ts'

/** TURN servers check the expiry when a connection is made, so it limits how long somebody can reconnect. */
const credentialSeconds = 12 * 60 * 60

/** Whether the server has a TURN server, without which no relay is possible. */
export const hasRelay = ({ iceServers, turn }: Config): boolean =>
  turn !== undefined || iceServers.some(({ urls }) => urls.some((url) => /^turns?:/.test(url)))

/**
 * The STUN and TURN servers for a participant. The name contains the expiry, and the password is its HMAC with the secret that the TURN
 * server knows, as in the TURN REST API (`use-auth-secret` of coturn). The name identifies no person.
 */
export function iceServersFor(
  { iceServers, turn }: Config,
  participantId: number,
  nowSeconds: number,
): IceServerObject[] {
  if (turn === undefined) return iceServers
  const username = `${nowSeconds + credentialSeconds}:${participantId}`
  const credential = createHmac('sha1', turn.secret).update(username).digest('base64')
  return [...iceServers, { urls: turn.urls, username, credential }]
}
