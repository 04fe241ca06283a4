import type { Archive } from '../archives/archive.ts'
import type { SourceContext } from '../model.ts'
import type { Report } from '../report.ts'
import type { SourceId } from '../source-id.ts'
import { readConversations, type SlackConversation } from './conversations.ts'
import { type Downloads, slackDownloads } from './download.ts'
import { readEmoji, type SlackEmoji } from './emoji.ts'
import { layoutOf, type SlackLayout } from './layout.ts'
import { readPeople, type SlackPerson } from './people.ts'
import { type Survey, surveyMessages } from './survey.ts'
import type { SlackNames } from './text/context.ts'

/** An opened export: everything but the messages. */
export interface SlackArchive {
  archive: Archive
  layout: SlackLayout
  conversations: ReadonlyMap<SourceId, SlackConversation>
  people: ReadonlyMap<SourceId, SlackPerson>
  emoji: SlackEmoji
  survey: Survey
  names: SlackNames
  downloads: Downloads | undefined
  report: Report
}

export async function openSlack({ archive, options, report }: SourceContext): Promise<SlackArchive> {
  const layout = layoutOf(archive)
  report.skip('canvases', 'no counterpart', layout.canvases)
  const downloads = options.downloadFiles ? slackDownloads() : undefined
  const people = await readPeople(archive, layout.userFiles, options.emails, report)
  const conversations = await readConversations(archive, layout, report)
  const emoji = await readEmoji(archive, downloads, report)
  const survey = await surveyMessages(archive, layout, conversations.values(), people)
  const names: SlackNames = {
    hasChannel: (id) => conversations.has(id),
    customEmoji: (name) => emoji.byName(name),
  }
  return { archive, layout, conversations, people, emoji, survey, names, downloads, report }
}
