import type { App } from '../../../app.ts'
import type { CustomEmoji, User } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { SentFile } from '../../../http/form.ts'
import { emojiKey, stillKey } from '../../../markdown/emoji/custom.ts'
import { emojiExtensions, withPicture } from '../../../platform/images.ts'
import type { Realm } from '../../../realms/realm.ts'
import { randomFileName, withStored } from '../../identity/pictures/files.ts'
import { callerOf } from '../../identity/users/principals.ts'
import { presentEmojis } from './present.ts'
import { checkedAddition, checkedName, findRemovable } from './rules.ts'
import { deactivateEmoji, insertEmoji } from './store.ts'

/** So small that a still picture never has the 128 KiB that it may have. */
const size = 64

interface Drawn {
  fileName: string
  isAnimated: boolean
  /** By where they are stored. */
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
  const { fileName, isAnimated, files: drawn } = await draw(realm.id, file)
  await withStored(app, drawn, () =>
    realm.transactExclusively(async (tx) => {
      const author = callerOf(directory, user.id)
      // Drawing took a while.
      checkedAddition(directory, author, name, files)
      const added = { name, authorId: author.id, fileName, isAnimated }
      const id = await insertEmoji(tx, added)
      publishChange(tx, [...directory.customEmoji.values(), { ...added, id, deactivated: false }])
    }),
  )
}

export async function removeEmoji(realm: Realm, userId: number, name: string): Promise<void> {
  const { directory } = realm
  await realm.transactExclusively(async (tx) => {
    const { id } = findRemovable(directory, callerOf(directory, userId), name)
    await deactivateEmoji(tx, id)
    const all = [...directory.customEmoji.values()]
    publishChange(
      tx,
      all.map((emoji) => (emoji.id === id ? { ...emoji, deactivated: true } : emoji)),
    )
  })
}

/** All of them, every time: clients replace what they have. */
function publishChange(tx: Tx, all: CustomEmoji[]): void {
  const realm_emoji = presentEmojis(tx.realmId, all)
  tx.publish({ type: 'realm_emoji', op: 'update', realm_emoji }, { everyone: true }, { customEmoji: true })
}

async function draw(realmId: number, sent: SentFile): Promise<Drawn> {
  const { still, moving } = await withPicture(sent, emojiExtensions, (picture) => picture.emoji(size))
  const fileName = `${randomFileName()}.${moving?.extension ?? 'png'}`
  const files = new Map([[emojiKey(realmId, fileName), moving?.bytes ?? still]])
  if (moving !== undefined) files.set(stillKey(realmId, fileName), still)
  return { fileName, isAnimated: moving !== undefined, files }
}
