import { WireError } from '@loquat/contract'
import { addEmoji, removeEmoji } from '../../conversation/custom-emoji/actions.ts'
import { emojiName } from '../text/names.ts'
import { recordIds } from '../write/rows-store.ts'
import { type FollowContext, ownerOf, userOf } from './context.ts'
import type { OldEmoji } from './objects.ts'

/** Makes the custom emoji here equal to those of the old server. */
export async function followEmoji(context: FollowContext): Promise<void> {
  for (const from of context.old.emoji) {
    try {
      if (from.deactivated) await removeOne(context, from)
      else if (!context.ids.emoji.has(from.id)) await addOne(context, from)
    } catch (error) {
      if (!(error instanceof WireError)) throw error
      context.report.skip('emoji', 'picture cannot be read')
    }
  }
}

async function addOne(context: FollowContext, from: OldEmoji): Promise<void> {
  const { app, realm, ids, servers, report } = context
  const { directory } = realm
  const name = emojiName(from.name)
  if (name === undefined) return
  const named = () =>
    [...directory.customEmoji.values()].find((emoji) => emoji.name === name && !emoji.deactivated)
  if (named() === undefined) {
    const bytes = await servers[0].picture(from.source_url)
    if (bytes === undefined) {
      report.skip('emoji', 'bytes cannot be had')
      return
    }
    const extension = /\.(?:gif|png|jpe?g|webp)$/i.exec(from.source_url)?.[0] ?? '.png'
    const author = userOf(context, from.author_id) ?? ownerOf(context)
    await addEmoji(app, realm, author.isActive ? author : ownerOf(context), name, [
      { name: `${name}${extension}`, bytes, isCut: false },
    ])
    report.count('emoji')
  }
  const emoji = named()
  if (emoji === undefined) return
  await recordIds(app.database.db, realm.id, 'emoji', [[from.id, emoji.id]])
  ids.emoji.set(from.id, emoji.id)
}

async function removeOne(context: FollowContext, from: OldEmoji): Promise<void> {
  const { realm, ids, report } = context
  const emoji = realm.directory.customEmoji.get(ids.emoji.get(from.id) ?? 0)
  if (emoji === undefined || emoji.deactivated) return
  await removeEmoji(realm, ownerOf(context).id, emoji.name)
  report.count('emoji')
}
