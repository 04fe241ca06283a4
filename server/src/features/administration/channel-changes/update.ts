import { type ChannelPermission, channelPermissions, type GroupSettingChange } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import type { Realm } from '../../../realms/realm.ts'
import { archive, unarchive } from './archive.ts'
import { changeHolder } from './permission-groups.ts'
import { asksForPrivacy, changePrivacy, type PrivacyRequest } from './privacy.ts'
import { changeDefault, changeDescription, changeRetention, rename } from './properties.ts'
import { assertAdministers, inStep, type Step } from './property-change.ts'

export interface ChannelRequest
  extends PrivacyRequest,
    Partial<Record<ChannelPermission, GroupSettingChange | undefined>> {
  message_retention_days?: string | number | undefined
  description?: string | undefined
  new_name?: string | undefined
  is_archived?: boolean | undefined
}

/** Changes a channel step by step; what was done before a refusal stays done. */
export async function updateChannel(
  app: App,
  realm: Realm,
  user: User,
  channelId: number,
  request: ChannelRequest,
): Promise<void> {
  await realm.decideFresh(() => assertAdministers(realm.directory, user, channelId))
  const does = (work: (step: Step) => Promise<void>) => inStep(app, realm, user.id, channelId, work)
  const { is_default_stream, message_retention_days, description, new_name, is_archived } = request

  if (asksForPrivacy(request)) {
    await does((step) => changePrivacy(step, request, app.config.webPublicChannels))
  }
  if (is_default_stream !== undefined) await does((step) => changeDefault(step, is_default_stream))
  if (message_retention_days !== undefined) {
    await does((step) => changeRetention(step, message_retention_days))
  }
  if (description !== undefined) await does((step) => changeDescription(step, description))
  if (new_name !== undefined) await does((step) => rename(step, new_name))
  for (const permission of Object.keys(channelPermissions) as ChannelPermission[]) {
    const change = request[permission]
    if (change !== undefined) await does((step) => changeHolder(step, permission, change))
  }
  if (is_archived !== undefined) await does(is_archived ? archive : unarchive)
}

export async function archiveChannel(app: App, realm: Realm, user: User, channelId: number): Promise<void> {
  await realm.decideFresh(() => assertAdministers(realm.directory, user, channelId))
  await inStep(app, realm, user.id, channelId, archive)
}
