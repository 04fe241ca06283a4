import { jsonElements } from '../archives/json.ts'
import { asNumber, asRecord, asRecords, asText, asTexts, type Loose } from '../loose.ts'
import type {
  SourceDestination,
  SourceEdit,
  SourceEmojiRef,
  SourceMessage,
  SourceReaction,
} from '../model.ts'
import type { SkipReason } from '../report.ts'
import type { Micros, SourceId } from '../source-id.ts'
import { withoutTone } from '../text/emoji.ts'
import { joinText } from '../text/text.ts'
import { writeDocument } from '../text/write-document.ts'
import type { SlackArchive } from './archive.ts'
import type { SlackConversation } from './conversations.ts'
import { filesIn, filesOf } from './files.ts'
import { senderOf } from './sender.ts'
import { treatmentOf } from './subtypes.ts'
import { codeOfName, messageId } from './text/context.ts'
import { messageDocument, messageText } from './text/message-text.ts'
import { timeOfTs } from './time.ts'
import { textWithoutTokens } from './tokens.ts'

/** All messages, one conversation after the other. */
export async function* readMessages(slack: SlackArchive): AsyncGenerator<SourceMessage> {
  let position = 0
  for (const conversation of slack.conversations.values()) {
    for await (const item of itemsOf(slack, conversation)) {
      const message = messageOf(asRecord(item), conversation, slack)
      if (message !== undefined) yield { ...message, position: position++ }
    }
  }
  await countLostFolders(slack)
}

/** Earlier versions, which only exports with edit logs have. */
export async function* readEdits(slack: SlackArchive): AsyncGenerator<SourceEdit & { message: SourceId }> {
  if (!slack.survey.hasEdits) return
  for (const conversation of slack.conversations.values()) {
    for await (const item of itemsOf(slack, conversation)) {
      const edit = editOf(asRecord(item), conversation, slack)
      if (edit !== undefined) yield edit
    }
  }
}

async function* itemsOf(slack: SlackArchive, { folder }: SlackConversation): AsyncGenerator<unknown> {
  for (const name of folder === undefined ? [] : (slack.layout.days.get(folder) ?? [])) {
    yield* jsonElements(await slack.archive.open(name), name)
  }
}

/** Folders that no list names. */
async function countLostFolders(slack: SlackArchive): Promise<void> {
  const { archive, layout, conversations } = slack
  const known = new Set([...conversations.values()].map(({ folder }) => folder))
  for (const [folder, names] of layout.days) {
    if (known.has(folder)) continue
    for (const name of names) {
      for await (const item of jsonElements(await archive.open(name), name))
        skipMessage(asRecord(item), 'channel is not in the archive', slack)
    }
  }
}

function messageOf(
  raw: Loose,
  conversation: SlackConversation,
  slack: SlackArchive,
): Omit<SourceMessage, 'position'> | undefined {
  const treatment = treatmentOf(raw)
  if (treatment === 'edit') return undefined
  const time = timeOfTs(raw.ts)
  const sender = senderOf(raw)
  const skip = skipReason(raw, treatment, time, sender)
  if (skip !== undefined || time === undefined || sender === undefined) {
    skipMessage(raw, skip ?? 'cannot be read', slack)
    return undefined
  }
  const account = 'bot' in sender ? slack.survey.userOfBot(sender.bot) : sender.user
  const files = filesOf(raw, conversation, slack)
  const document = messageDocument(raw, slack.report.clean(asText(raw.text)), slack.names)
  const text = writeDocument([...document, ...files.links])
  return {
    id: messageId(conversation.id, tsOf(raw)),
    time,
    sender: account,
    to: destinationOf(raw, time, conversation, slack),
    text: textWithoutTokens(treatment === 'action' ? joinText('/me ', text) : text),
    files: files.stored,
    reactions: reactionsOf(raw, slack),
    editedAt: timeOfTs(asRecord(raw.edited).ts),
  }
}

const tsOf = (raw: Loose) => asText(raw.ts)

function skipReason(
  raw: Loose,
  treatment: ReturnType<typeof treatmentOf>,
  time: Micros | undefined,
  sender: ReturnType<typeof senderOf>,
): SkipReason | undefined {
  if (Object.keys(raw).length === 0) return 'cannot be read'
  if (typeof treatment === 'object') return treatment.skip
  if (time === undefined) return 'time cannot be read'
  return sender === undefined ? 'no sender' : undefined
}

/** Everything that belongs to a skipped message is skipped with it. */
function skipMessage(raw: Loose, why: SkipReason, { report }: SlackArchive): void {
  report.skip('messages', why)
  report.skip('files', why, filesIn(raw).length)
  for (const reaction of asRecords(raw.reactions))
    report.skip('reactions', why, Math.max(asNumber(reaction.count) ?? 0, asTexts(reaction.users).length))
}

function destinationOf(
  raw: Loose,
  time: Micros,
  conversation: SlackConversation,
  { survey }: SlackArchive,
): SourceDestination {
  if (conversation.kind === 'direct')
    return { users: [...(survey.participants.get(conversation.id) ?? conversation.members)] }
  const ts = tsOf(raw)
  const rootTs = asText(raw.thread_ts)
  const isRoot =
    rootTs === ts ||
    (rootTs === '' && ((asNumber(raw.reply_count) ?? 0) > 0 || asRecords(raw.replies).length > 0))
  const startedAt = isRoot ? time : timeOfTs(rootTs)
  const thread = startedAt === undefined ? undefined : { id: isRoot ? ts : rootTs, isRoot, startedAt }
  return { channel: conversation.id, thread }
}

/** One person, one emoji, one message: once. Skin tones count as one emoji. */
function reactionsOf(raw: Loose, slack: SlackArchive): SourceReaction[] {
  const seen = new Set<string>()
  const reactions: SourceReaction[] = []
  for (const reaction of asRecords(raw.reactions)) {
    const users = asTexts(reaction.users)
    // The list of users may be shorter than the count.
    const missing = (asNumber(reaction.count) ?? 0) - users.length
    if (missing > 0) slack.report.skip('reactions', 'not in the list of people', missing)
    const emoji = reactionEmoji(asText(reaction.name), slack)
    if (emoji === undefined) {
      slack.report.skip('reactions', 'emoji is not known', users.length)
      continue
    }
    for (const user of users) {
      const key = `${user}\n${'code' in emoji ? emoji.code : emoji.custom}`
      if (seen.has(key)) slack.report.skip('reactions', 'more than once in the archive')
      else reactions.push({ user, emoji })
      seen.add(key)
    }
  }
  return reactions
}

function reactionEmoji(
  name: string,
  { names }: SlackArchive,
): Extract<SourceEmojiRef, { code: string } | { custom: SourceId }> | undefined {
  const [base = name] = name.split('::')
  const custom = names.customEmoji(base)
  if (custom !== undefined) return custom
  const code = codeOfName(base)
  return code === undefined ? undefined : { code: withoutTone(code) }
}

function editOf(
  raw: Loose,
  conversation: SlackConversation,
  { names, survey }: SlackArchive,
): (SourceEdit & { message: SourceId }) | undefined {
  if (treatmentOf(raw) !== 'edit') return undefined
  const message = asRecord(raw.message)
  const before = asRecord(raw.previous_message ?? raw.original)
  const ts = tsOf(message) || tsOf(before)
  const edited = asRecord(message.edited)
  const time = timeOfTs(edited.ts) ?? timeOfTs(raw.ts)
  if (ts === '' || time === undefined || asText(before.text) === asText(message.text)) return undefined
  const user = asText(edited.user) || asText(message.user)
  return {
    message: messageId(conversation.id, ts),
    time,
    user: user === '' ? undefined : survey.userOfBot(user),
    previousText: textWithoutTokens(messageText(before, names)),
  }
}
