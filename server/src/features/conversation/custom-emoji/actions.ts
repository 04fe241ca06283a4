import type { App } from '../../../app.ts'
import type { CustomEmoji, User } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { SentFile } from '../../../http/request/form.ts'
import { emojiKey, stillKey } from '../../../markdown/emoji/custom.ts'
import { emojiExtensions, type PictureFile, withPicture } from '../../../platform/images.ts'
import type { Realm } from '../../../realms/realm.ts'
import { randomFileName, withStoredPictures } from '../../identity/pictures/files.ts'
import { callerOf } from '../../identity/users/principals.ts'
import { presentEmojis } from './present.ts'
import { checkedAddition, checkedName, findRemovable } from './rules.ts'
import { deactivateEmoji, insertEmoji } from './store.ts'

/** Small enough that a still image never exceeds the limit of 128 KiB. */
const emojiSizePx = 64

export interface RenderedEmoji {
  fileName: string
  isAnimated: boolean
  /** By storage key. */
  files: Map<string, Buffer>
}

export async function addEmoji(
  app: App,
  realm: Realm,
  user: User,
  sentName: string,
  files: readonly SentFile[],
): Promise<void> {
  const name = checkedName(sentName)
  const { directory } = realm
  const file = await realm.decideFresh(() => checkedAddition(directory, user, name, files))
  const { fileName, isAnimated, files: drawn } = await renderEmoji(realm.id, file)
  await withStoredPictures(app, drawn, () =>
    realm.transactExclusively(async (tx) => {
      const author = callerOf(directory, user.id)
      // Check again: rendering takes a while.
      checkedAddition(directory, author, name, files)
      const added = { name, authorId: author.id, fileName, isAnimated }
      const id = await insertEmoji(tx, added)
      tx.audit({ kind: 'emoji.added', target: { type: 'emoji', id, name } })
      publishEmoji(tx, [...directory.customEmoji.values(), { ...added, id, deactivated: false }])
    }),
  )
}

export async function removeEmoji(realm: Realm, userId: number, name: string): Promise<void> {
  const { directory } = realm
  await realm.transactExclusively(async (tx) => {
    const { id, authorId } = findRemovable(directory, callerOf(directory, userId), name)
    await deactivateEmoji(tx, id)
    const target = { type: 'emoji', id, name } as const
    tx.audit({ kind: 'emoji.removed', target, before: { author_id: authorId } })
    const all = [...directory.customEmoji.values()]
    publishEmoji(
      tx,
      all.map((emoji) => (emoji.id === id ? { ...emoji, deactivated: true } : emoji)),
    )
  })
}

/** Publishes the full list: clients replace theirs. */
export function publishEmoji(tx: Tx, all: CustomEmoji[]): void {
  const realm_emoji = presentEmojis(tx.realmId, all)
  tx.publish({ type: 'realm_emoji', op: 'update', realm_emoji }, { everyone: true }, { customEmoji: true })
}

export async function renderEmoji(realmId: number, sent: PictureFile): Promise<RenderedEmoji> {
  const { still, moving } = await withPicture(sent, emojiExtensions, (picture) => picture.emoji(emojiSizePx))
  const fileName = `${randomFileName()}.${moving?.extension ?? 'png'}`
  const files = new Map([[emojiKey(realmId, fileName), moving?.bytes ?? still]])
  if (moving !== undefined) files.set(stillKey(realmId, fileName), still)
  return { fileName, isAnimated: moving !== undefined, files }
}
