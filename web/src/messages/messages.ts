import type { FetchedMessage } from '@loquat/contract'
import { useCallback, useSyncExternalStore } from 'react'
import { messages } from '../session/session.ts'

/** The current version of a message; undefined if it was deleted. */
export function useMessage(id: number): FetchedMessage | undefined {
  const subscribe = useCallback((listener: () => void) => messages.subscribe(id, listener), [id])
  return useSyncExternalStore(subscribe, () => messages.get(id))
}
