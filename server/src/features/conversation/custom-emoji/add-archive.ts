import { apiError, type EmojiArchiveResult, maxEmojiArchiveMib, WireError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { CustomEmoji, Directory, User } from '../../../directory/directory.ts'
import type { SentFile } from '../../../http/request/form.ts'
import type { Realm } from '../../../realms/realm.ts'
import { singleFile, withStoredPictures } from '../../identity/pictures/files.ts'
import { callerOf } from '../../identity/users/principals.ts'
import { publishEmoji, type RenderedEmoji, renderEmoji } from './actions.ts'
import { type ArchivedPicture, readEmojiArchive } from './read-archive.ts'
import { assertMayAdd, assertMayName, assertNotTaken, checkedName } from './rules.ts'
import { insertEmoji } from './store.ts'

/** Decoding takes a few milliseconds per picture; only malicious archives take longer. */
const maxMs = 30_000

interface Addition {
  result: EmojiArchiveResult
  name: string
  emoji: RenderedEmoji
}

/** Adds the pictures of an archive, in one change. Returns a result for each. */
export async function addEmojiArchive(
  app: App,
  realm: Realm,
  user: User,
  files: readonly SentFile[],
): Promise<EmojiArchiveResult[]> {
  const { directory } = realm
  await realm.decideFresh(() => assertMayAdd(directory, user))
  const { isCut, bytes } = singleFile(files)
  if (isCut) throw apiError('emoji-archive-too-large', { max: maxEmojiArchiveMib })
  const results: EmojiArchiveResult[] = []
  const additions: Addition[] = []
  const until = performance.now() + maxMs
  for (const picture of await readEmojiArchive(bytes)) {
    const result: EmojiArchiveResult = {
      file_name: picture.fileName,
      emoji_name: null,
      reason: null,
      msg: null,
      reason_params: {},
    }
    results.push(result)
    await attempt(result, async () => {
      if (performance.now() > until) throw apiError('emoji-archive-timeout')
      const name = nameFor(picture)
      result.emoji_name = name
      if (additions.some((one) => one.name === name)) throw apiError('custom-emoji-name-taken')
      assertNameFree(directory, user, name)
      const emoji = await renderEmoji(realm.id, { name: picture.fileName, bytes: await picture.read() })
      additions.push({ result, name, emoji })
    })
  }
  if (additions.length > 0) await store(app, realm, user, additions)
  return results
}

async function store(app: App, realm: Realm, user: User, additions: readonly Addition[]): Promise<void> {
  const { directory } = realm
  const files = new Map(additions.flatMap(({ emoji }) => [...emoji.files]))
  await withStoredPictures(app, files, () =>
    realm.transactExclusively(async (tx) => {
      const author = callerOf(directory, user.id)
      assertMayAdd(directory, author)
      const added: CustomEmoji[] = []
      for (const { result, name, emoji } of additions) {
        await attempt(result, async () => {
          // Check again: rendering takes a while.
          assertNameFree(directory, author, name)
          const { fileName, isAnimated } = emoji
          const row = { name, authorId: author.id, fileName, isAnimated }
          const id = await insertEmoji(tx, row)
          tx.audit({ kind: 'emoji.added', target: { type: 'emoji', id, name } })
          added.push({ ...row, id, deactivated: false })
        })
      }
      if (added.length > 0) publishEmoji(tx, [...directory.customEmoji.values(), ...added])
    }),
  )
}

function assertNameFree(directory: Directory, user: User, name: string): void {
  assertNotTaken(directory, name)
  assertMayName(user, name)
}

/** A denial becomes the result of one picture; everything else fails the request. */
async function attempt(result: EmojiArchiveResult, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof WireError)) throw error
    result.reason = error.reason
    result.msg = error.message
    result.reason_params = { ...error.params }
  }
}

/** A valid name that resembles the one of the file. */
function nameFor({ fileName }: ArchivedPicture): string {
  const name = fileName
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\.[^.]*$/, '')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^a-z0-9_-]+/g, '_')
    .replace(/^_+|[_-]+$/g, '')
  // The file has a name, so a name that is missing would be misleading.
  if (name === '') throw apiError('custom-emoji-name-invalid')
  return checkedName(name)
}
