import type { Conversation } from '../../navigation/conversation.ts'

export type FilesPlace = Conversation | { kind: 'channel'; channelId: number }
