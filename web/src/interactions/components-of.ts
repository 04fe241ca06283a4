import type { Component, MessageObject } from '@loquat/contract'
import { componentsIn } from '@loquat/contract/light'

/**
 * The components of a message. The server has validated them, but imported ones can be of a later version: components of
 * unknown types are left out.
 */
export function componentsOf({
  sender_id,
  submessages,
}: Pick<MessageObject, 'sender_id' | 'submessages'>): readonly Component[] {
  const stored = componentsIn(sender_id, submessages)
  if (stored === undefined) return []
  try {
    const { components } = JSON.parse(stored.json) as { components?: unknown }
    return Array.isArray(components) ? components.filter(isKnown) : []
  } catch {
    return []
  }
}

function isKnown(one: Partial<Component> | null): one is Component {
  if (typeof one?.id !== 'string' || typeof one.label !== 'string') return false
  return one.type === 'button' || (one.type === 'select' && Array.isArray(one.options))
}
