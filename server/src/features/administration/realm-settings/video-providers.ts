import { apiError } from '@loquat/contract'
import type { Config } from '../../../platform/config.ts'

/** IDs of the providers of video calls in the protocol. */
export const providerIds = {
  disabled: 0,
  jitsi_meet: 1,
  zoom: 3,
  big_blue_button: 4,
  zoom_server_to_server: 5,
} as const

/**
 * The providers that organizations of this server can choose. Jitsi is always among them, because an organization can name a server of
 * its own.
 */
export function availableProviders({ bigBlueButton, zoom }: Config) {
  return {
    disabled: { name: 'None', id: providerIds.disabled },
    jitsi_meet: { name: 'Jitsi Meet', id: providerIds.jitsi_meet },
    ...(zoom === undefined
      ? {}
      : zoom.accountId === undefined
        ? { zoom: { name: 'Zoom', id: providerIds.zoom } }
        : { zoom_server_to_server: { name: 'Zoom', id: providerIds.zoom_server_to_server } }),
    ...(bigBlueButton === undefined
      ? {}
      : { big_blue_button: { name: 'BigBlueButton', id: providerIds.big_blue_button } }),
  }
}

export function assertAvailable(config: Config, id: unknown): void {
  const isAvailable = Object.values(availableProviders(config)).some((provider) => provider.id === id)
  if (!isAvailable) throw apiError('organization-video-provider-unavailable')
}
