import type { NarrowTerm } from '@loquat/contract'
import type { Lookup } from '../lib/lookup.ts'

interface UserRef {
  userId: number
  name: string | undefined
  isMe: boolean
}
interface Negatable {
  negated: boolean
}

/** One part of a search, to be described in words. */
export type SearchPart =
  | ({ kind: 'channel'; channelId: number; name: string | undefined } & Negatable)
  | ({ kind: 'topic'; topic: string } & Negatable)
  | ({ kind: 'sender' | 'dm-including'; user: UserRef } & Negatable)
  | ({ kind: 'dm'; users: UserRef[] } & Negatable)
  | ({ kind: 'channels' | 'is' | 'has' | 'in'; word: string } & Negatable)
  | ({ kind: 'before' | 'after'; day: string } & Negatable)
  | ({ kind: 'near' | 'id' | 'with'; messageId: number } & Negatable)
  | { kind: 'words'; text: string }
  /** A term with an unknown operand. */
  | ({ kind: 'other'; operator: string; operand: string } & Negatable)

export function describeSearch(terms: readonly NarrowTerm[], lookup: Lookup): SearchPart[] {
  const someone = (userId: number): UserRef => ({
    userId,
    name: lookup.userName(userId),
    isMe: userId === lookup.me,
  })
  return terms.map(({ operator, operand, negated }): SearchPart => {
    switch (operator) {
      case 'search':
        return { kind: 'words', text: String(operand) }
      case 'channels':
      case 'is':
      case 'has':
      case 'in':
        return { kind: operator, word: String(operand), negated }
      case 'before':
      case 'after':
        return { kind: operator, day: String(operand), negated }
      case 'near':
      case 'id':
      case 'with':
        return { kind: operator, messageId: Number(operand), negated }
      case 'topic':
        return { kind: 'topic', topic: String(operand), negated }
      case 'dm':
        if (Array.isArray(operand)) return { kind: 'dm', users: operand.map(someone), negated }
        break
      case 'channel':
        if (typeof operand === 'number') {
          return { kind: 'channel', channelId: operand, name: lookup.channelName(operand), negated }
        }
        break
      case 'sender':
      case 'dm-including':
        if (typeof operand === 'number') return { kind: operator, user: someone(operand), negated }
    }
    return { kind: 'other', operator, operand: String(operand), negated }
  })
}
