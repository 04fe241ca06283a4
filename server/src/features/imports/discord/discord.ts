import type { Source, SourceKind } from '../model.ts'
import { readSmall } from '../read-small.ts'
import { isChannelFile } from './files.ts'
import { type DiscordArchive, readMessages } from './messages.ts'
import { surveyFiles } from './survey.ts'

export const discord: SourceKind = {
  name: 'discord',
  product: 'Discord',
  topicOutsideThreads: 'imported from Discord',
  isData: isChannelFile,
  open: async (context) => {
    const { archive, report, options } = context
    const survey = await surveyFiles(context)
    const pictureAt = (entry: string) => async () => await readSmall(await archive.open(entry))
    const opened: DiscordArchive = {
      context,
      survey,
      names: {
        userName: (id) => survey.users.get(id)?.name,
        roleName: (id) => survey.roles.get(id),
        hasEmoji: (id) => survey.emoji.get(id)?.entry !== undefined,
      },
    }
    return {
      organization: {
        name: survey.guild,
        subdomain: survey.guild,
        pictures: survey.icon === undefined ? {} : { icon: pictureAt(survey.icon) },
      },
      users: async function* () {
        // The archive has no addresses, so nobody can log in before an administrator sets one.
        for (const { id, name, isBot, avatar, firstMessageAt } of survey.users.values())
          yield {
            id,
            name,
            email: null,
            role: 400,
            isActive: isBot,
            bot: isBot ? { type: 1 } : undefined,
            createdAt: firstMessageAt,
            avatar: avatar === undefined ? undefined : pictureAt(avatar),
          }
      },
      groups: async function* () {},
      channels: async function* () {
        for (const { id, name, description } of survey.channels.values())
          yield {
            id,
            name,
            description,
            isPrivate: options.privateChannels === true,
            hasSharedHistory: true,
            isArchived: false,
          }
      },
      emoji: async function* () {
        for (const [id, { name, entry }] of survey.emoji) {
          if (entry === undefined) report.skip('emoji', 'bytes are not in the archive')
          else yield { id, name, picture: pictureAt(entry) }
        }
      },
      // The archive has no lists of members.
      subscriptions: async function* () {
        for (const [channel, users] of survey.members)
          for (const user of users) yield { user, channel, isActive: true }
      },
      messages: () => readMessages(opened),
    } satisfies Source
  },
}
