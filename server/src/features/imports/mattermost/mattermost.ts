import type { Role } from '@loquat/contract'
import type { Source, SourceChannel, SourceKind, SourceUser } from '../model.ts'
import type { SourceId } from '../source-id.ts'
import { codeOfShortName } from '../text/emoji.ts'
import { type MattermostArchive, openMattermost } from './archive.ts'
import { pictureAt } from './files.ts'
import { isMattermostData } from './manifest.ts'
import { readPersonal, readReadStates, readSubscriptions } from './memberships.ts'
import { readMessages } from './messages.ts'
import type { MattermostPerson } from './people.ts'

export const mattermost: SourceKind = {
  name: 'mattermost',
  product: 'Mattermost',
  topicOutsideThreads: 'imported from Mattermost',
  isData: isMattermostData,
  open: async (context) => {
    const opened = await openMattermost(context)
    const { survey, archive } = opened
    return {
      organization: {
        name: survey.team.displayName,
        subdomain: survey.team.name,
        channelSettings: announcementChannels(opened),
        profileFields: hasPositions(opened) ? [{ id: positionField, name: 'Position', type: 1 }] : [],
      },
      users: () => readUsers(opened),
      groups: async function* () {},
      channels: () => readChannels(opened),
      emoji: async function* () {
        for (const [name, image] of survey.emoji) yield { id: name, name, picture: pictureAt(archive, image) }
      },
      subscriptions: () => readSubscriptions(opened),
      messages: () => readMessages(opened),
      ...(context.options.keepUnread ? { readStates: () => readReadStates(opened) } : {}),
      personal: () => readPersonal(opened),
    } satisfies Source
  },
}

const townSquare = 'town-square'
const offTopic = 'off-topic'
const positionField = 'position'

const announcementChannels = ({ survey }: MattermostArchive): Record<string, SourceId> =>
  survey.channels.has(townSquare)
    ? { new_stream_announcements_stream_id: townSquare, signup_announcements_stream_id: townSquare }
    : {}

const hasPositions = ({ survey }: MattermostArchive) =>
  [...survey.people.values()].some(({ position }) => position !== '')

async function* readUsers(mattermost: MattermostArchive): AsyncGenerator<SourceUser> {
  const { survey, report } = mattermost
  const hasOwner = [...survey.people.values()].some(
    ({ isSystemAdmin, isActive, isInTeam }) => isSystemAdmin && isActive && isInTeam,
  )
  for (const person of survey.people.values()) {
    if (survey.bots.has(person.id)) continue
    // People outside the team are imported only as authors.
    if (!person.isInTeam && !survey.involved.has(person.id)) report.skip('users', 'not in this team')
    else yield userOf(person, roleOf(person, hasOwner), mattermost)
  }
  for (const { id, name, owner, isActive } of survey.bots.values()) {
    yield {
      id,
      name,
      handle: id,
      email: null,
      role: 400,
      isActive,
      bot: { type: 1, owner },
      createdAt: survey.firstPostAt.get(id),
    }
  }
  for (const [id, { name, owner }] of survey.webhooks) {
    yield {
      id,
      name,
      email: null,
      role: 400,
      isActive: true,
      bot: { type: 1, owner },
      createdAt: survey.firstPostAt.get(id),
    }
  }
}

function roleOf({ isGuest, isSystemAdmin, isTeamAdmin }: MattermostPerson, hasOwner: boolean): Role {
  if (isGuest) return 600
  if (isSystemAdmin) return 100
  return isTeamAdmin ? (hasOwner ? 200 : 100) : 400
}

function userOf(person: MattermostPerson, role: Role, { survey, archive }: MattermostArchive): SourceUser {
  const { id, name, email, position, picture, status } = person
  return {
    id,
    name,
    handle: id,
    email,
    role,
    isActive: person.isActive && person.isInTeam,
    createdAt: survey.firstPostAt.get(id),
    settings: person.uses24HourTime ? { twenty_four_hour_time: true } : {},
    avatar: picture === undefined ? undefined : pictureAt(archive, picture),
    profile: position === '' ? [] : [{ field: positionField, value: position }],
    status:
      status === undefined ? undefined : { text: status.text, emoji: emojiOf(status.emoji, survey.emoji) },
  }
}

function emojiOf(
  name: string,
  custom: ReadonlyMap<string, string>,
): NonNullable<SourceUser['status']>['emoji'] {
  if (custom.has(name)) return { custom: name }
  const code = codeOfShortName(name)
  return code === undefined ? undefined : { code }
}

async function* readChannels({ survey }: MattermostArchive): AsyncGenerator<SourceChannel> {
  const counts = new Map<string, number>()
  for (const { displayName } of survey.channels.values()) {
    const key = displayName.toLowerCase()
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  for (const { id, displayName, description, isPrivate, isArchived } of survey.channels.values()) {
    const isUnique = counts.get(displayName.toLowerCase()) === 1
    yield {
      id,
      name: isUnique ? displayName : `${displayName} (${id})`,
      description,
      isPrivate,
      hasSharedHistory: true,
      isArchived,
      isDefault: !isPrivate && !isArchived && (id === townSquare || id === offTopic),
      createdAt: survey.firstPostIn.get(id),
    }
  }
}
