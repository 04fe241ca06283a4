import { Readable } from 'node:stream'
import { openScratchFile } from '../archives/scratch-file.ts'
import { asFlag, asRecord, asText, asTexts } from '../loose.ts'
import type {
  Source,
  SourceChannel,
  SourceEmoji,
  SourceFile,
  SourceKind,
  SourceSubscription,
} from '../model.ts'
import { openRocket, type RocketArchive } from './archive.ts'
import { collectionFile, documentsOf, storedFiles } from './files.ts'
import { readMessages } from './messages.ts'
import { isChannel } from './rooms.ts'

export const rocketchat: SourceKind = {
  name: 'rocketchat',
  product: 'Rocket.Chat',
  topicOutsideThreads: 'imported from Rocket.Chat',
  isData: (name) => name.endsWith('.bson'),
  open: async (context) => {
    const scratch = await openScratchFile(context.scratchFolder)
    const rocket = await openRocket(context, scratch).catch(async (error: unknown) => {
      await scratch.close()
      throw error
    })
    const { fileName } = context
    return {
      close: () => scratch.close(),
      organization: { name: fileName, subdomain: fileName },
      users: async function* () {
        yield* rocket.users.values()
      },
      groups: async function* () {},
      channels: () => readChannels(rocket),
      emoji: () => readEmoji(rocket),
      subscriptions: () => readSubscriptions(rocket),
      files: () => readFiles(rocket),
      messages: () => readMessages(rocket),
    } satisfies Source
  },
}

async function* readChannels({ rooms }: RocketArchive): AsyncGenerator<SourceChannel> {
  for (const room of rooms.values()) {
    if (!isChannel(room, rooms)) continue
    const isPrivate = room.kind === 'private'
    yield {
      id: room.id,
      name: room.name,
      description: room.description,
      isPrivate,
      hasSharedHistory: true,
      isArchived: room.isArchived,
      isDefault: !isPrivate && !room.isArchived && room.isDefault,
      creator: room.creator,
      createdAt: room.createdAt,
      permissions: room.isReadOnly ? { can_send_message_group: { system: 'role:moderators' } } : {},
    }
  }
}

/** Aliases share the picture of their emoji. */
async function* readEmoji({ emoji, report }: RocketArchive): AsyncGenerator<SourceEmoji> {
  for (const [name, { id, picture }] of emoji) {
    if (name !== id) continue
    if (picture === undefined) report.skip('emoji', 'bytes are not in the archive')
    else yield { id, name, picture }
  }
}

async function* readSubscriptions({ archive, rooms }: RocketArchive): AsyncGenerator<SourceSubscription> {
  if (collectionFile(archive, 'rocketchat_subscription') === undefined) {
    // Without the collection, the rooms of each user remain.
    for await (const raw of documentsOf(archive, 'users')) {
      for (const id of asTexts(raw.__rooms)) {
        const room = rooms.get(id)
        if (room !== undefined && isChannel(room, rooms))
          yield { user: asText(raw._id), channel: id, isActive: true }
      }
    }
  }
  for await (const raw of documentsOf(archive, 'rocketchat_subscription')) {
    const room = rooms.get(asText(raw.rid))
    if (room === undefined || !isChannel(room, rooms)) continue
    yield { user: asText(asRecord(raw.u)._id), channel: room.id, isActive: true, isPinned: asFlag(raw.f) }
  }
}

/** Chunks without metadata are left over from deleted files. */
async function* readFiles({ archive, uploads, report }: RocketArchive): AsyncGenerator<SourceFile> {
  for await (const { id, bytes } of storedFiles(archive, 'rocketchat_uploads')) {
    const upload = uploads.get(id)
    if (upload === undefined) report.skip('files', 'deleted in the source')
    else yield { ...upload, open: async () => Readable.from(bytes()) }
  }
}
