import { asList, asText, type Loose } from '../../loose.ts'
import type { Document } from '../../text/document.ts'
import type { ImportText } from '../../text/text.ts'
import { writeDocument } from '../../text/write-document.ts'
import { parseAttachments } from './attachments.ts'
import { parseBlocks } from './blocks.ts'
import { type SlackNames, unescaped } from './context.ts'
import { parseMrkdwn } from './mrkdwn.ts'
import { hasRichText } from './rich-text.ts'

/** The content of a message: its text or its blocks, and its attachments. */
export function messageDocument(message: Loose, text: string, names: SlackNames): Document {
  const known = text.includes('<!subteam^') ? { ...names, groupLabel: groupLabels(text) } : names
  return [...bodyOf(message, text, known), ...parseAttachments(message.attachments, text, known)]
}

function bodyOf(message: Loose, text: string, names: SlackNames): Document {
  if (asList(message.blocks).length === 0) return parseMrkdwn(text, names)
  const blocks = parseBlocks(message.blocks, names)
  const blocksLength = lengthOf(writeDocument(blocks))
  // The editor's blocks are the text without ambiguity. Other blocks usually come with a poorer text.
  if (hasRichText(message.blocks) && blocksLength > 0) return blocks
  const parsed = parseMrkdwn(text, names)
  return lengthOf(writeDocument(parsed)) < blocksLength ? blocks : parsed
}

const lengthOf = (text: ImportText) =>
  text.reduce((sum, part) => sum + (typeof part === 'string' ? part.length : part.fallback.length), 0)

/** Blocks name groups by ID only; the text has their labels. */
function groupLabels(text: string): (id: string) => string | undefined {
  const labels = new Map(
    Array.from(text.matchAll(/<!subteam\^([A-Z0-9]+)\|@?([^>]+)>/g), ([, id = '', label = '']) => [
      id,
      unescaped(label),
    ]),
  )
  return (id) => labels.get(id)
}

/** A text with markup on its own, such as an earlier version of a message. */
export const messageText = (message: Loose, names: SlackNames): ImportText =>
  writeDocument(messageDocument(message, asText(message.text), names))
