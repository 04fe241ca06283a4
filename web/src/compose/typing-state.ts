import type { ConversationKey } from '../navigation/conversation.ts'

/** Users who are typing or editing, with expiry times: clients may disconnect without sending a stop. */
export interface TypingState {
  writers: ReadonlyMap<ConversationKey, ReadonlyMap<number, number>>
  /** By message: only its author edits it. */
  edits: ReadonlyMap<number, { key: ConversationKey; userId: number; until: number }>
}

export type TypingEvent =
  | { kind: 'writes'; key: ConversationKey; userId: number; isOn: boolean }
  | { kind: 'edits'; key: ConversationKey; userId: number; messageId: number; isOn: boolean }
  /** A message was sent: its sender is no longer typing. */
  | { kind: 'said'; userId: number }
  | { kind: 'changed'; messageId: number }

export const noTyping: TypingState = { writers: new Map(), edits: new Map() }

/** Returns the same object if nothing changed. */
export function applyTyping(typing: TypingState, event: TypingEvent, until: number): TypingState {
  switch (event.kind) {
    case 'writes': {
      const { key, userId, isOn } = event
      const people = new Map(typing.writers.get(key))
      if (isOn) people.set(userId, until)
      else if (!people.delete(userId)) return typing
      return { ...typing, writers: withPeople(typing.writers, key, people) }
    }
    case 'edits': {
      const { key, userId, messageId, isOn } = event
      if (!isOn) return withoutEdit(typing, messageId)
      return { ...typing, edits: new Map(typing.edits).set(messageId, { key, userId, until }) }
    }
    case 'changed':
      return withoutEdit(typing, event.messageId)
    case 'said': {
      let { writers } = typing
      for (const [key, before] of typing.writers) {
        if (!before.has(event.userId)) continue
        const people = new Map(before)
        people.delete(event.userId)
        writers = withPeople(writers, key, people)
      }
      return writers === typing.writers ? typing : { ...typing, writers }
    }
  }
}

export function expireTyping(typing: TypingState, now: number): TypingState {
  let { writers } = typing
  for (const [key, before] of typing.writers) {
    const people = new Map([...before].filter(([, until]) => until > now))
    if (people.size !== before.size) writers = withPeople(writers, key, people)
  }
  const left = [...typing.edits].filter(([, { until }]) => until > now)
  if (writers === typing.writers && left.length === typing.edits.size) return typing
  return { writers, edits: new Map(left) }
}

function withPeople(
  writers: TypingState['writers'],
  key: ConversationKey,
  people: ReadonlyMap<number, number>,
): TypingState['writers'] {
  const next = new Map(writers)
  if (people.size === 0) next.delete(key)
  else next.set(key, people)
  return next
}

function withoutEdit(typing: TypingState, messageId: number): TypingState {
  if (!typing.edits.has(messageId)) return typing
  const edits = new Map(typing.edits)
  edits.delete(messageId)
  return { ...typing, edits }
}
