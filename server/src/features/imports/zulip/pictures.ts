import { buffer } from 'node:stream/consumers'
import type { Archive } from '../archives/archive.ts'
import type { SourcePicture } from '../model.ts'
import type { RealmTables } from './realm-file.ts'
import { recordsOf } from './uploads.ts'

/** A picture by the name of its entry. */
export const pictureIn =
  (archive: Archive, name: string): SourcePicture =>
  async () =>
    archive.has(name) ? await buffer(await archive.open(name)) : undefined

/** Paths of pictures by key. The original is better than the server's thumbnail. */
async function pathsBy(
  archive: Archive,
  folder: string,
  keyOf: (record: { path: string; user_profile_id?: number; file_name?: string }) => string | undefined,
): Promise<Map<string, string>> {
  const paths = new Map<string, string>()
  for await (const record of recordsOf(archive, folder)) {
    const key = keyOf(record)
    if (key === undefined) continue
    const name = `${folder}/${record.path}`
    const original = `${folder}/${record.path.replace(/\.png$/, '')}.original`
    const best = name.endsWith('.original') || !archive.has(original) ? name : original
    if (!paths.get(key)?.endsWith('.original')) paths.set(key, best)
  }
  return paths
}

export const avatarPaths = (archive: Archive) =>
  pathsBy(archive, 'avatars', ({ path, user_profile_id }) =>
    user_profile_id === undefined || /-medium\.png$/.test(path) ? undefined : String(user_profile_id),
  )

export const emojiPaths = (archive: Archive) =>
  pathsBy(archive, 'emoji', ({ path, file_name }) =>
    /\/still\//.test(path)
      ? undefined
      : (file_name ??
        path
          .replace(/\.original$/, '')
          .split('/')
          .at(-1)),
  )

/** The uploaded pictures of the organization. */
export async function realmPictures(
  archive: Archive,
  { realm }: RealmTables,
): Promise<Partial<Record<'icon' | 'logo' | 'night_logo', SourcePicture>>> {
  const paths = await pathsBy(
    archive,
    'realm_icons',
    ({ path }) => /(?:^|\/)(icon|logo|night_logo)\./.exec(path)?.[1],
  )
  const uploaded = (['icon', 'logo', 'night_logo'] as const).filter((name) => realm[`${name}_source`] === 'U')
  return Object.fromEntries(
    uploaded.flatMap((name) => {
      const path = paths.get(name)
      return path === undefined ? [] : [[name, pictureIn(archive, path)]]
    }),
  )
}
