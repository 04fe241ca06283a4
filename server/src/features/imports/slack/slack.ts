import type { Source, SourceChannel, SourceKind, SourceSubscription, SourceUser } from '../model.ts'
import type { Micros, SourceId } from '../source-id.ts'
import { openSlack, type SlackArchive } from './archive.ts'
import { isSlackData, workspaceName } from './layout.ts'
import { readEdits, readMessages } from './messages.ts'
import { type ProfileField, profileFields, type SlackPerson, slackbot } from './people.ts'
import { codeOfName } from './text/context.ts'

export const slack: SourceKind = {
  name: 'slack',
  product: 'Slack',
  topicOutsideThreads: 'imported from Slack',
  isData: isSlackData,
  open: async (context) => {
    const opened = await openSlack(context)
    const workspace = workspaceName(context.fileName)
    return {
      organization: {
        name: workspace,
        subdomain: workspace,
        createdAt: earliestChannel(opened),
        channelSettings: announcementChannels(opened),
        profileFields: usedFields(opened).map((field) => ({
          id: field,
          name: fieldNames[field].name,
          type: fieldNames[field].type,
        })),
      },
      users: () => readUsers(opened),
      groups: async function* () {},
      channels: () => readChannels(opened),
      emoji: async function* () {
        yield* opened.emoji.emoji()
      },
      subscriptions: () => readSubscriptions(opened),
      messages: () => readMessages(opened),
      edits: () => readEdits(opened),
    } satisfies Source
  },
}

const pronounsType = 8
const shortTextType = 1

const fieldNames: Record<ProfileField, { name: string; type: number }> = {
  title: { name: 'Title', type: shortTextType },
  phone: { name: 'Phone', type: shortTextType },
  skype: { name: 'Skype', type: shortTextType },
  pronouns: { name: 'Pronouns', type: pronounsType },
}

const usedFields = ({ people }: SlackArchive): ProfileField[] =>
  profileFields.filter((field) => [...people.values()].some(({ profile }) => profile[field] !== undefined))

function earliestChannel({ conversations }: SlackArchive): Micros | undefined {
  let earliest: Micros | undefined
  for (const { createdAt } of conversations.values())
    if (createdAt !== undefined && (earliest === undefined || createdAt < earliest)) earliest = createdAt
  return earliest
}

function announcementChannels({ conversations }: SlackArchive): Record<string, SourceId> {
  const general = [...conversations.values()].find(({ isGeneral, kind }) => isGeneral && kind === 'public')
  return general === undefined
    ? {}
    : { new_stream_announcements_stream_id: general.id, signup_announcements_stream_id: general.id }
}

/** The users of the list, then bots and users that only messages name. */
async function* readUsers(slack: SlackArchive): AsyncGenerator<SourceUser> {
  const earliest = earliestChannel(slack)
  const createdAt = (id: SourceId) => slack.survey.firstMessageAt.get(id) ?? earliest
  for (const person of slack.people.values())
    yield { ...userOf(person, slack), createdAt: createdAt(person.id) }
  for (const [id, { name, isBot }] of slack.survey.strangers) {
    const robot = isBot || id === slackbot
    yield {
      id,
      name: name || (id === slackbot ? 'Slackbot' : robot ? id : `Unknown user ${id}`),
      email: null,
      role: 400,
      isActive: isBot && id !== slackbot,
      bot: robot ? { type: 1 } : undefined,
      createdAt: createdAt(id),
    }
  }
}

function userOf(person: SlackPerson, slack: SlackArchive): SourceUser {
  return {
    id: person.id,
    name: person.name,
    handle: person.handle,
    email: person.email,
    role: person.isBot ? 400 : person.role,
    isActive: person.isActive,
    bot: person.isBot ? { type: 1 } : undefined,
    timezone: person.timezone,
    avatar: avatarOf(person, slack),
    profile: Object.entries(person.profile).map(([field, value]) => ({ field, value })),
    status: statusOf(person, slack),
  }
}

function avatarOf({ picture }: SlackPerson, { downloads, report }: SlackArchive): SourceUser['avatar'] {
  if (picture === undefined) return undefined
  if (downloads !== undefined) return () => downloads.picture(picture)
  report.skip('avatars', 'not in the archive')
  return undefined
}

function statusOf({ statusText, statusEmoji }: SlackPerson, { names }: SlackArchive): SourceUser['status'] {
  if (statusText === '' && statusEmoji === '') return undefined
  const code = codeOfName(statusEmoji)
  return {
    text: statusText,
    emoji: names.customEmoji(statusEmoji) ?? (code === undefined ? undefined : { code }),
  }
}

/** Archived channels come last, because of two channels with one name the first keeps it. */
async function* readChannels({ conversations }: SlackArchive): AsyncGenerator<SourceChannel> {
  const ordered = [...conversations.values()].sort((a, b) => Number(a.isArchived) - Number(b.isArchived))
  for (const { id, kind, name, description, isArchived, isGeneral, creator, createdAt } of ordered) {
    if (kind === 'direct') continue
    const isPrivate = kind === 'private'
    yield {
      id,
      name,
      description,
      isPrivate,
      hasSharedHistory: true,
      isArchived,
      isDefault: !isPrivate && !isArchived && (isGeneral || name === 'random'),
      creator,
      createdAt,
    }
  }
}

async function* readSubscriptions({
  conversations,
  survey,
}: SlackArchive): AsyncGenerator<SourceSubscription> {
  for (const { id, kind, members } of conversations.values()) {
    if (kind === 'direct') continue
    for (const user of members) yield { user, channel: id, isActive: true }
    for (const user of survey.formerMembers.get(id) ?? []) yield { user, channel: id, isActive: true }
  }
}
