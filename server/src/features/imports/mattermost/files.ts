import type { Archive } from '../archives/archive.ts'
import { assertSafeName } from '../archives/limits.ts'
import type { SourcePicture } from '../model.ts'
import { readSmall } from '../read-small.ts'

/** The entry with the bytes of a path: some tools write `data/` twice, others not at all. */
export function entryOf(archive: Archive, path: string): string | undefined {
  assertSafeName(path)
  return [`data/${path}`, path, `data/data/${path}`].find((name) => archive.has(name))
}

/** A picture of the archive. Without its bytes it is counted as missing. */
export function pictureAt(archive: Archive, path: string): SourcePicture {
  const entry = entryOf(archive, path)
  return async () => (entry === undefined ? undefined : await readSmall(await archive.open(entry)))
}
