import type { Archive } from '../archives/archive.ts'
import { jsonLines } from '../archives/json.ts'
import { assertSafeName } from '../archives/limits.ts'
import type { EmojiRow, FileRow, GroupRow, UserRow } from './rows.ts'

/** The lines of a file; none if the archive does not have it. */
export async function* linesOf<T>(archive: Archive, file: string): AsyncGenerator<T> {
  const name = `${file}.jsonl`
  if (!archive.has(name)) return
  for await (const { value } of jsonLines<T>(await archive.open(name), name)) yield value
}

/** Objects that texts, permissions and pictures refer to. */
export interface LoquatNames {
  users: Map<number, { name: string; systemBot: string | undefined }>
  groups: Map<number, GroupRow>
  emoji: EmojiRow[]
  channels: Map<number, string>
  /** Paths of pictures: avatars and emoji by ID, pictures of the organization by name. */
  avatars: Map<number, string>
  emojiPictures: Map<number, string>
  realmPictures: Map<string, string>
  /** Users whose personal data is in the archive. */
  personalUsers: Map<number, { settings: Record<string, unknown>; onboarding_done?: string[] }>
}

export async function readNames(archive: Archive): Promise<LoquatNames> {
  const names: LoquatNames = {
    users: new Map(),
    groups: new Map(),
    emoji: [],
    channels: new Map(),
    avatars: new Map(),
    emojiPictures: new Map(),
    realmPictures: new Map(),
    personalUsers: new Map(),
  }
  for await (const { id, full_name, email, is_system_bot } of linesOf<UserRow>(archive, 'users')) {
    const systemBot = is_system_bot ? (email?.split('@')[0] ?? '') : undefined
    names.users.set(id, { name: full_name, systemBot })
  }
  for await (const group of linesOf<GroupRow>(archive, 'user_groups')) names.groups.set(group.id, group)
  for await (const emoji of linesOf<EmojiRow>(archive, 'custom_emoji')) names.emoji.push(emoji)
  for await (const { id, name } of linesOf<{ id: number; name: string }>(archive, 'channels'))
    names.channels.set(id, name)
  for await (const { user_id, ...rest } of linesOf<{ user_id: number; settings: Record<string, unknown> }>(
    archive,
    'personal/settings',
  )) {
    names.personalUsers.set(user_id, rest)
  }
  for await (const { kind, of, name, path } of linesOf<FileRow>(archive, 'files')) {
    assertSafeName(path)
    if (kind === 'avatar' && of !== null && path.endsWith('-medium.png')) names.avatars.set(of, path)
    if (kind === 'custom_emoji' && of !== null && !path.includes('/still/')) names.emojiPictures.set(of, path)
    if (kind === 'organization_picture' && name !== undefined) names.realmPictures.set(name, path)
  }
  return names
}
