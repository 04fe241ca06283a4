import { noDefaults } from './bots.ts'
import type { Directory, User } from './directory.ts'

/** Account IDs start at 1. */
const spectatorId = 0

/** A visitor without an account: sees web-public content only, and is in no channel or group. */
export const spectator: User = {
  id: spectatorId,
  realmId: 0,
  recipientId: 0,
  deliveryEmail: 'anonymous@example.com',
  fullName: 'Anonymous',
  role: 600,
  isActive: true,
  botType: null,
  botOwnerId: null,
  botDefaults: noDefaults,
  isSystemBot: false,
  canCreateUsers: false,
  apiKeyHash: '',
  sealedApiKey: '',
  timezone: '',
  avatarSource: 'G',
  avatarVersion: 1,
  avatarFile: null,
  settings: {},
  createdAt: 0,
}

export const isSpectator = (user: User) => user.id === spectatorId

/** Whether the organization has content that spectators may see. */
export function admitsSpectators(directory: Directory, webPublicEnabled: boolean): boolean {
  if (!webPublicEnabled || directory.realm.deactivated) return false
  if (!directory.setting('enable_spectator_access')) return false
  for (const channel of directory.channels.values()) if (channel.isWebPublic) return true
  return false
}
