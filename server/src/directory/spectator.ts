import { noDefaults } from './bots.ts'
import type { Directory, User } from './directory.ts'

/** IDs of accounts begin at 1. */
const nobodysId = 0

/** Somebody who looks without an account: sees what everyone on the web may see, and is in nothing. */
export const spectator: User = {
  id: nobodysId,
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

export const isSpectator = (user: User) => user.id === nobodysId

/** Whether there is anything that people without an account may look at. */
export function admitsSpectators(directory: Directory, webPublicEnabled: boolean): boolean {
  if (!webPublicEnabled || directory.realm.deactivated) return false
  if (!directory.setting('enable_spectator_access')) return false
  for (const channel of directory.channels.values()) if (channel.isWebPublic) return true
  return false
}
