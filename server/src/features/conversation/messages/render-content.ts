import { apiError } from '@loquat/contract'
import type { Directory, User } from '../../../directory/directory.ts'
import type { ContextLookups } from '../../../markdown/context.ts'
import { contextFor } from '../../../markdown/directory-context.ts'
import { RenderFailure, renderMessage } from '../../../markdown/render.ts'

/** Result of rendering content with the sender's permissions. */
export interface RenderedContent {
  html: string
  mentions: {
    users: number[]
    groups: number[]
    channelWildcard: boolean
    topicWildcard: boolean
    hereWildcard: boolean
  }
  hasLink: boolean
  hasImage: boolean
  /** Paths of linked uploads, which may not exist. */
  uploads: string[]
  /** Linked pages to preview; empty if previews are disabled. */
  previewLinks: string[]
}

const reasonOf = {
  time: 'message-render-timeout',
  source: 'message-source-too-long',
  html: 'message-html-too-long',
} as const satisfies Record<RenderFailure['limit'], string>

/** Refuses content that exceeds a limit. The error omits the content, because errors are logged. */
export function renderContent(
  directory: Directory,
  sender: User,
  content: string,
  known: ContextLookups = {},
): RenderedContent {
  try {
    return renderMessage(content, { ...contextFor(directory, sender), ...known })
  } catch (error) {
    if (error instanceof RenderFailure) throw apiError(reasonOf[error.limit])
    throw error
  }
}
