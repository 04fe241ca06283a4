import { refuse } from '@loquat/contract'
import type { Directory, User } from '../../../directory/directory.ts'
import type { ContextLookups } from '../../../markdown/context.ts'
import { contextFor } from '../../../markdown/directory-context.ts'
import { RenderFailure, renderMessage } from '../../../markdown/render.ts'

/** What a message's text turns out to be, as its sender may write it. */
export interface RenderedContent {
  html: string
  mentions: { users: number[]; groups: number[]; channelWildcard: boolean; topicWildcard: boolean }
  hasLink: boolean
  hasImage: boolean
  /** Paths of uploaded files that it links to, whether they exist or not. */
  uploads: string[]
  /** Pages that it links to and that are to be shown; none unless the organization wants that. */
  previewLinks: string[]
}

/** Refused when a limit is passed. Of the text nothing is said: logs are no place for it. */
export function renderContent(
  directory: Directory,
  sender: User,
  content: string,
  known: ContextLookups = {},
): RenderedContent {
  try {
    return renderMessage(content, { ...contextFor(directory, sender), ...known })
  } catch (error) {
    if (error instanceof RenderFailure) throw refuse('BadRequest', error.message)
    throw error
  }
}
