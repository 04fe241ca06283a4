import type { Archive } from '../archives/archive.ts'
import { jsonRows } from '../archives/json.ts'
import { emojiEvidenceIn } from './evidence.ts'
import { assertRows, type Stats } from './message-files.ts'
import { type RealmTables, realmFile, realmRows } from './realm-file.ts'
import type { MessageRow, ReactionRow } from './tables.ts'
import { emojiOf } from './users.ts'

/** More than any version of Zulip has. */
const maxEmojiNames = 20_000

interface EmojiReader {
  archive: Archive
  tables: RealmTables
  files: readonly string[]
  stats: Stats
}

/** Codes of emoji by their names there, for texts without HTML: from reactions, statuses and the HTML of all messages. */
export async function emojiCodesIn({
  archive,
  tables,
  files,
  stats,
}: EmojiReader): Promise<Map<string, string>> {
  const codes = new Map<string, string>()
  const add = (name: string, code: string) => {
    if (!codes.has(name) && codes.size < maxEmojiNames) codes.set(name, code)
  }
  const addNamed = ({ reaction_type, emoji_name = '', emoji_code = '' }: Partial<ReactionRow>) => {
    if (reaction_type !== 'unicode_emoji') return
    const emoji = emojiOf(reaction_type, emoji_code)
    if ('code' in emoji) add(emoji_name, emoji.code)
  }
  let reactions = 0
  for await (const { row } of realmRows<ReactionRow>(archive, 'zerver_reaction')) {
    reactions++
    addNamed(row)
  }
  assertRows(stats, realmFile, 'zerver_reaction', reactions)
  for (const status of tables.statuses.values()) addNamed(status)
  for (const file of files) {
    const rows = jsonRows<MessageRow>(await archive.open(file), file, (table) => table === 'zerver_message')
    for await (const { value } of rows) {
      for (const [name, code] of emojiEvidenceIn(value?.rendered_content)) add(name, code)
    }
  }
  return codes
}
