import type { KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { focusFeed } from '../keyboard/target.ts'
import { closeCompose, useCompose } from './compose.ts'
import { composeField, isTypedOutside } from './compose-field.ts'

/** Closes the compose box, and gives the focus to the feed. */
export function closeAndFocusFeed(): void {
  closeCompose()
  const feed = document.querySelector<HTMLElement>('[role="feed"]')
  if (feed === null) focusFeed()
  else feed.focus()
}

/** Letters typed while a button or the preview has the focus go into the text instead of being shortcuts. */
export function typeIntoText(event: KeyboardEvent): void {
  if (!isTypedOutside(event.nativeEvent)) return
  flushSync(() => useCompose.setState({ isPreviewed: false }))
  const field = composeField()
  if (field !== null && document.activeElement !== field) {
    field.focus()
    field.setSelectionRange(field.value.length, field.value.length)
  }
  event.stopPropagation()
}
