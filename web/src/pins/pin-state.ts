import type { BookmarkObject, PinnedMessageObject, PinScope } from '@loquat/contract'
import { create } from 'zustand'
import { keyOf } from '../navigation/conversation.ts'

/** A view whose pinned messages can be shown. */
export type PinPlace =
  | { kind: 'topic'; channelId: number; topic: string }
  | { kind: 'channel'; channelId: number }
  | { kind: 'dm'; userIds: readonly number[] }

interface PinState {
  /** By place, most recently pinned first. */
  pins: Readonly<Record<string, readonly PinnedMessageObject[]>>
  /** By channel. */
  bookmarks: Readonly<Record<number, readonly BookmarkObject[]>>
  /** The scope of each message in `pins`. */
  scopes: Readonly<Record<number, PinScope>>
}

/** Pinned messages and bookmarks of the places that were shown. `pins.ts` loads them and keeps them current. */
export const usePinState = create<PinState>(() => ({ pins: {}, bookmarks: {}, scopes: {} }))

export const pinKey = (place: PinPlace): string =>
  place.kind === 'channel' ? `channel:${place.channelId}` : keyOf(place)

/** Where a message is pinned, as far as it is known. */
export const pinScope = (messageId: number): PinScope | undefined => usePinState.getState().scopes[messageId]
export const usePinScope = (messageId: number): PinScope | undefined =>
  usePinState((state) => state.scopes[messageId])
