import type { Conversation } from '../../state/conversation.ts'

export type FilesPlace = Conversation | { kind: 'channel'; channelId: number }
