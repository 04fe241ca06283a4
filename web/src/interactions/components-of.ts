import type { Component, MessageObject } from '@loquat/contract'
import { componentsIn } from '@loquat/contract/light'
import { parseJson } from '../lib/parse.ts'

/**
 * The components of a message. The server has validated them, but imported ones can be of a later version: components of
 * unknown types are left out.
 */
export function componentsOf({
  sender_id,
  submessages,
}: Pick<MessageObject, 'sender_id' | 'submessages'>): readonly Component[] {
  const stored = parseJson(componentsIn(sender_id, submessages)?.json)
  if (typeof stored !== 'object' || stored === null || !('components' in stored)) return []
  return Array.isArray(stored.components) ? stored.components.filter(isKnown) : []
}

function isKnown(one: Partial<Component> | null): one is Component {
  if (typeof one?.id !== 'string' || typeof one.label !== 'string') return false
  return one.type === 'button' || (one.type === 'select' && Array.isArray(one.options))
}
