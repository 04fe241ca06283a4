import { type ChannelPermission, channelPermissions, type GroupSettingChange } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import type { Realm } from '../../../realms/realm.ts'
import { archive, unarchive } from './archive.ts'
import { changeFolder } from './folder.ts'
import { changePermissionGroup } from './permission-groups.ts'
import { changePrivacy, type PrivacyRequest, requestsPrivacy } from './privacy.ts'
import { changeDefault, changeDescription, changeRetention, rename } from './properties.ts'
import { applyChange, assertAdministers, type ChannelChange } from './property-change.ts'

export interface ChannelRequest
  extends PrivacyRequest,
    Partial<Record<ChannelPermission, GroupSettingChange | undefined>> {
  message_retention_days?: string | number | undefined
  description?: string | undefined
  new_name?: string | undefined
  is_archived?: boolean | undefined
  folder_id?: number | null | undefined
}

/** Applies changes one by one. Changes before a refused one remain applied. */
export async function updateChannel(
  app: App,
  realm: Realm,
  user: User,
  channelId: number,
  request: ChannelRequest,
): Promise<void> {
  await realm.decideFresh(() => assertAdministers(realm.directory, user, channelId))
  const does = (work: (step: ChannelChange) => Promise<void>) =>
    applyChange(app, realm, user.id, channelId, work)
  const { is_default_stream, message_retention_days, description, new_name, is_archived, folder_id } = request

  if (requestsPrivacy(request)) {
    await does((step) => changePrivacy(step, request, app.config.webPublicChannels))
  }
  if (is_default_stream !== undefined) await does((step) => changeDefault(step, is_default_stream))
  if (message_retention_days !== undefined) {
    await does((step) => changeRetention(step, message_retention_days))
  }
  if (description !== undefined) await does((step) => changeDescription(step, description))
  if (new_name !== undefined) await does((step) => rename(step, new_name))
  if (folder_id !== undefined) await does((step) => changeFolder(step, folder_id))
  for (const permission of Object.keys(channelPermissions) as ChannelPermission[]) {
    const change = request[permission]
    if (change !== undefined) await does((step) => changePermissionGroup(step, permission, change))
  }
  if (is_archived !== undefined) await does(is_archived ? archive : unarchive)
}

export async function archiveChannel(app: App, realm: Realm, user: User, channelId: number): Promise<void> {
  await realm.decideFresh(() => assertAdministers(realm.directory, user, channelId))
  await applyChange(app, realm, user.id, channelId, archive)
}
