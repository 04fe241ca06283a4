import type { SubscriptionObject } from '@loquat/contract'
import { actionDenial } from '../permissions/action-denial.ts'
import { org } from '../session/session.ts'
import { showToast } from '../shell/toasts.ts'
import { putInFolder } from './folder-actions.ts'
import { foldersOf } from './folders.ts'

/** Whether the reader may move a channel; if not, says why. */
export function assertMayMove({ stream_id: channelId }: SubscriptionObject): boolean {
  const denial = actionDenial({ kind: 'administer-channel', channelId }, org(), Date.now())
  if (denial !== undefined) showToast(`denied.${denial}`)
  return denial === undefined
}

/** Moves a channel to the folder above or below. Channels without a folder are below all folders. */
export function moveChannelByKey(channel: SubscriptionObject, step: 1 | -1): void {
  const places: (number | null)[] = [...foldersOf(org()).map(({ id }) => id), null]
  const found = places.indexOf(channel.folder_id)
  const at = found === -1 ? places.length - 1 : found
  const target = places[at + step]
  if (target !== undefined && assertMayMove(channel)) void putInFolder(channel.stream_id, target)
}
