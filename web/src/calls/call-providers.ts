import type { InitialState } from '@loquat/contract'

/** IDs of the providers in the protocol. */
export const providers = { jitsi: 1, zoom: 3, bigBlueButton: 4, zoomForAll: 5 } as const

/** The Jitsi server of the organization, or the default one. */
export const jitsiServer = (state: InitialState) =>
  state.realm_jitsi_server_url ?? state.server_jitsi_server_url

/** Whether the organization has a service for calls by link. */
export function hasCallLinks(state: InitialState): boolean {
  const provider = state.realm_video_chat_provider ?? 0
  const isAvailable = Object.values(state.realm_available_video_chat_providers ?? {}).some(
    ({ id }) => id === provider,
  )
  if (provider === providers.jitsi) return Boolean(jitsiServer(state))
  return provider !== 0 && isAvailable
}
