import type { FetchedMessage } from '@loquat/contract'
import type { LucideIcon } from 'lucide-react'
import { myId } from '../../session/session.ts'
import type { CommandPlace } from './message-command.ts'

export const icon = (Icon: LucideIcon) => () => <Icon size={16} />
export const label = (id: string) => () => id
export const asMember = () => ({ kind: 'mark' }) as const
export const isOwn = (message: FetchedMessage) => message.sender_id === myId()

export const everywhere: readonly CommandPlace[] = ['bar', 'menu', 'sheet']
export const listed: readonly CommandPlace[] = ['menu', 'sheet']
