import type { Archive } from '../archives/archive.ts'
import { jsonElements } from '../archives/json.ts'
import { ImportError } from '../import-error.ts'
import { asFlag, asList, asRecord, asText, asTexts, firstText } from '../loose.ts'
import type { Report } from '../report.ts'
import type { Micros, SourceId } from '../source-id.ts'
import type { SlackLayout } from './layout.ts'
import { unescaped } from './text/context.ts'
import { timeOfSeconds } from './time.ts'

export interface SlackConversation {
  id: SourceId
  kind: 'public' | 'private' | 'direct'
  name: string
  description: string
  /** Undefined if there are no messages. */
  folder: string | undefined
  members: SourceId[]
  isArchived: boolean
  isGeneral: boolean
  creator: SourceId | undefined
  createdAt: Micros | undefined
}

const files = [
  ['channels.json', 'public'],
  ['groups.json', 'private'],
  ['mpims.json', 'direct'],
  ['dms.json', 'direct'],
] as const

/** All conversations of the archive, by ID. */
export async function readConversations(
  archive: Archive,
  layout: SlackLayout,
  report: Report,
): Promise<Map<SourceId, SlackConversation>> {
  const conversations = new Map<SourceId, SlackConversation>()
  for (const [name, kind] of files) {
    if (!archive.has(name)) continue
    for await (const row of jsonElements(await archive.open(name), name)) {
      const conversation = conversationOf(row, kind, report)
      if (conversation === undefined) report.skip('channels', 'cannot be read')
      else if (conversations.has(conversation.id))
        throw new ImportError('archive-conversation-twice', { entry: name, id: conversation.id })
      else conversations.set(conversation.id, conversation)
    }
  }
  assignFolders([...conversations.values()], layout)
  return conversations
}

function conversationOf(
  row: unknown,
  kind: SlackConversation['kind'],
  report: Report,
): SlackConversation | undefined {
  const raw = asRecord(row)
  const id = asText(raw.id)
  if (id === '') return undefined
  const texts = [asRecord(raw.purpose).value, asRecord(raw.topic).value].map((text) =>
    unescaped(report.clean(asText(text))).trim(),
  )
  report.skip('pins', 'no counterpart', asList(raw.pins).length)
  return {
    id,
    kind,
    name: firstText(raw.name, raw.name_normalized, id),
    description: texts.filter((text, n) => text !== '' && texts.indexOf(text) === n).join(' · '),
    folder: undefined,
    members: [...new Set(asTexts(raw.members))],
    isArchived: asFlag(raw.is_archived),
    isGeneral: asFlag(raw.is_general),
    creator: asText(raw.creator) || undefined,
    createdAt: timeOfSeconds(raw.created),
  }
}

/**
 * Folders are named after the channel, or after the ID of a direct conversation. Channels may share a name, and then
 * also the folder: it belongs to the one that is not archived.
 */
function assignFolders(conversations: readonly SlackConversation[], layout: SlackLayout): void {
  const taken = new Set<string>()
  const byPrecedence = [...conversations].sort((a, b) => Number(a.isArchived) - Number(b.isArchived))
  for (const conversation of byPrecedence) {
    const names =
      conversation.kind === 'direct'
        ? [conversation.id, conversation.name]
        : [conversation.name, conversation.id]
    conversation.folder = names.find((name) => layout.days.has(name) && !taken.has(name))
    if (conversation.folder !== undefined) taken.add(conversation.folder)
  }
}
