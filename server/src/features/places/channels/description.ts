import type { Db } from '../../../db/database.ts'
import type { Directory, User } from '../../../directory/directory.ts'
import { contextFor } from '../../../markdown/directory-context.ts'
import { renderDescription } from '../../../markdown/render.ts'
import { linkedTopics } from './linked-topics.ts'

/** Rendered HTML by source text. */
export type RenderedDescriptions = ReadonlyMap<string, string>

/** Renders channel descriptions with the permissions of their author. Sends at most one statement. */
export async function renderDescriptions(
  db: Db,
  directory: Directory,
  writer: User,
  texts: readonly string[],
): Promise<RenderedDescriptions> {
  const topics = await linkedTopics(db, directory, writer, texts.join('\n'))
  const context = { ...contextFor(directory, writer), ...topics }
  return new Map(texts.map((text) => [text, renderDescription(text, context)]))
}
