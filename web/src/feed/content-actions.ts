import { type KeyboardEvent, type MouseEvent, useMemo } from 'react'
import { openLightbox } from '../messages/lightbox.ts'
import { copyText } from '../shell/copy-text.ts'
import { openPerson } from '../shell/person-card.ts'
import { endThreshold, type FeedVirtualizer } from './feed-virtualizer.ts'
import { hideCards } from './hidden-cards.ts'
import { showInFull } from './truncate-long.ts'

/** Handles all buttons inside messages with one listener. */
export function useContentActions(virtualizer?: FeedVirtualizer) {
  return useMemo(() => {
    const act = (event: MouseEvent | KeyboardEvent) => {
      const target = (event.target as Element).closest<HTMLElement>('[data-do]')
      const action = actions[target?.dataset.do ?? '']
      if (target === null || action === undefined) return
      event.preventDefault()
      action(target)
      if (virtualizer !== undefined) keepInPlace(target, virtualizer)
    }
    return {
      onClick: act,
      // Mentions have the role of a button but are not button elements.
      onKeyDown(event: KeyboardEvent) {
        const isPress = event.key === 'Enter' || event.key === ' '
        if (!isPress || !(event.target as Element).matches('[data-do][role=button]')) return
        event.stopPropagation()
        act(event)
      },
    }
  }, [virtualizer])
}

/** Keeps the clicked element in place, even at the end of the feed, by measuring the row with end anchoring off. */
function keepInPlace(target: HTMLElement, virtualizer: FeedVirtualizer): void {
  const row = target.closest('[data-index]') ?? document.activeElement?.closest('[data-index]')
  if (row === null || row === undefined) return
  const { options } = virtualizer
  options.scrollEndThreshold = -1
  virtualizer.resizeItem(virtualizer.indexFromElement(row), row.getBoundingClientRect().height)
  options.scrollEndThreshold = endThreshold
}

const idOf = (target: HTMLElement) => Number(target.closest<HTMLElement>('[data-content]')?.dataset.content)

/** Expands or collapses the content of a button. */
function toggle(target: HTMLElement, content: HTMLElement | null | undefined): void {
  if (content === null || content === undefined) return
  content.hidden = !content.hidden
  target.setAttribute('aria-expanded', String(!content.hidden))
}

const codeOf = (target: HTMLElement) =>
  target.closest('.codehilite')?.querySelector('code, pre')?.textContent ?? ''

const actions: Record<string, (target: HTMLElement) => void> = {
  'copy-code'(target) {
    void copyText(codeOf(target))
  },
  'wrap-code'(target) {
    const isWrapped = target.closest('.codehilite')?.toggleAttribute('data-wraps') ?? false
    target.setAttribute('aria-pressed', String(isWrapped))
  },
  playground(target) {
    const address = (target.dataset.template ?? '').replace(/\{[^}]*\}/, encodeURIComponent(codeOf(target)))
    window.open(address, '_blank', 'noopener')
  },
  spoiler(target) {
    const content = target.closest('.spoiler-block')?.querySelector<HTMLElement>('.spoiler-content')
    toggle(target, content)
    content?.setAttribute('aria-hidden', String(content.hidden))
  },
  quote: (target) => toggle(target, target.nextElementSibling as HTMLElement | null),
  pictures(target) {
    const grid = target.closest('.picture-grid')
    for (const one of grid?.querySelectorAll<HTMLElement>('[hidden]') ?? []) one.hidden = false
    target.hidden = true
  },
  card(target) {
    const box = target.closest('[data-content]')
    const isHidden = box?.toggleAttribute('data-hides-cards') ?? false
    for (const button of box?.querySelectorAll('[data-do=card]') ?? []) {
      button.setAttribute('aria-expanded', String(!isHidden))
    }
    hideCards(idOf(target), isHidden)
  },
  'show-all'(target) {
    const box = target.closest<HTMLElement>('[data-content]')
    showInFull(idOf(target))
    box?.removeAttribute('data-cut')
    box?.style.removeProperty('max-block-size')
    target.hidden = true
  },
  person: (target) => openPerson(Number(target.dataset.userId), target),
  picture: openLightbox,
}
