import { refuse } from '@loquat/contract'
import type { Directory, User } from '../../directory/directory.ts'
import { contextFor } from '../../markdown/directory-context.ts'
import { RenderFailure, renderMessage } from '../../markdown/render.ts'

/** What a message's text turns out to be, as its sender may write it. */
export interface RenderedContent {
  html: string
  mentions: { users: number[]; groups: number[]; channelWildcard: boolean; topicWildcard: boolean }
  hasLink: boolean
  hasImage: boolean
}

/** Refused when a limit is passed. Of the text nothing is said: logs are no place for it. */
export function renderContent(directory: Directory, sender: User, content: string): RenderedContent {
  try {
    return renderMessage(content, contextFor(directory, sender))
  } catch (error) {
    if (error instanceof RenderFailure) throw refuse('BadRequest', error.message)
    throw error
  }
}
