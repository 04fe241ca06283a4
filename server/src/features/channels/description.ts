import type { Db } from '../../db/database.ts'
import type { Directory, User } from '../../directory/directory.ts'
import { contextFor } from '../../markdown/directory-context.ts'
import { renderDescription } from '../../markdown/render.ts'
import { topicsKnown } from '../messages/topics-known.ts'

/** The HTML of what a channel is about, as whoever writes it may write it. */
export async function renderedDescription(
  db: Db,
  directory: Directory,
  writer: User,
  text: string,
): Promise<string> {
  const topics = await topicsKnown(db, directory, writer, text)
  return renderDescription(text, { ...contextFor(directory, writer), ...topics })
}
