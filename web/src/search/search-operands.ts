import type { NarrowTerm } from '@loquat/contract'
import type { Lookup } from '../lib/lookup.ts'
import { ascending } from '../navigation/conversation.ts'
import { toId } from '../navigation/segments.ts'
import { currentLocale, readDay } from './search-days.ts'

type Operand = NarrowTerm['operand']

/** Parses and writes the operand of an operator. `read` returns undefined for invalid operands, which stay text. */
interface OperandForm {
  read(text: string, lookup: Lookup): Operand | undefined
  write(operand: Operand, lookup: Lookup): string
}

export const isWords = [
  'dm',
  'mentioned',
  'starred',
  'unread',
  'followed',
  'muted',
  'resolved',
  'alerted',
] as const
export const hasWords = ['link', 'image', 'attachment', 'reaction'] as const

const idAfterBar = /^(.*)\|(\d{1,16})$/s

function words(accepted: readonly string[], others: Record<string, string> = {}): OperandForm {
  return {
    read: (text) => {
      const word = text.toLowerCase()
      return accepted.find((one) => one === (others[word] ?? word))
    },
    write: String,
  }
}

const channel: OperandForm = {
  read: (text, lookup) =>
    lookup.channelIdOf(text) ??
    lookup.channelIdOf(text.replace(/^#/, '')) ??
    toId(idAfterBar.exec(text)?.[2]),
  write: (operand, lookup) => {
    if (typeof operand !== 'number') return String(operand)
    const name = lookup.channelName(operand)
    return name !== undefined && lookup.channelIdOf(name) === operand ? name : `${name ?? ''}|${operand}`
  },
}

/** A name, or a first or last name that only one person has. An ID follows the name of namesakes, as in mentions. */
function readUser(text: string, lookup: Lookup): number | undefined {
  const name = text.replace(/^@/, '')
  if (name.toLowerCase() === 'me') return lookup.me
  const ids = lookup.userIdsOf(name)
  const found = ids.length > 0 ? ids : (lookup.userIdsWithWord?.(name) ?? [])
  return found.length === 1 ? found[0] : toId(idAfterBar.exec(text)?.[2])
}
function writeUser(id: number, lookup: Lookup): string {
  if (id === lookup.me) return 'me'
  const name = lookup.userName(id)
  if (name === undefined || name.includes(',')) return `|${id}`
  return readUser(name, lookup) === id ? name : `${name}|${id}`
}

const user: OperandForm = {
  read: readUser,
  write: (operand, lookup) => (typeof operand === 'number' ? writeUser(operand, lookup) : String(operand)),
}

const users: OperandForm = {
  read: (text, lookup) => {
    const ids = text.split(',').map((name) => readUser(name.trim(), lookup))
    return ids.every((id) => id !== undefined) ? ascending(ids as number[]) : undefined
  },
  write: (operand, lookup) =>
    Array.isArray(operand) ? operand.map((id) => writeUser(id, lookup)).join(',') : String(operand),
}

const anyText: OperandForm = { read: (text) => text, write: String }
const messageId: OperandForm = { read: toId, write: String }
const day: OperandForm = {
  read: (text) => readDay(text, Date.now(), currentLocale()),
  write: String,
}

/** All operators that can be typed. The protocol has `near` as text. */
export const operandForms: Readonly<Record<string, OperandForm>> = {
  channel,
  topic: anyText,
  channels: words(['public', 'web-public']),
  sender: user,
  dm: users,
  'dm-including': user,
  is: words(isWords, { private: 'dm' }),
  has: words(hasWords, {
    links: 'link',
    images: 'image',
    attachments: 'attachment',
    reactions: 'reaction',
  }),
  in: words(['home', 'all']),
  before: day,
  after: day,
  near: { read: (text) => toId(text)?.toString(), write: String },
  id: messageId,
  with: messageId,
}

/** Former and alternative names of operators. */
export const operatorAliases: Readonly<Record<string, string>> = {
  stream: 'channel',
  streams: 'channels',
  subject: 'topic',
  from: 'sender',
  'pm-with': 'dm',
  pm_with: 'dm',
  'group-pm-with': 'dm-including',
}

export const operatorNamed = (name: string): string => operatorAliases[name] ?? name
