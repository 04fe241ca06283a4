import type { Text } from '../texts/texts.tsx'
import { viewportHeight } from './viewport-height.ts'

/** Messages that the reader expanded; kept until the app is closed. */
const shownInFull = new Set<number>()
export const showInFull = (id: number): void => void shownInFull.add(id)

/** HTML shorter than this is never too tall, except with formulas, so it is not measured. */
const minHtmlLength = 600
const canBeHigh = (html: string) => html.length >= minHtmlLength || html.includes('class="katex"')
const maxScreens = 1.5
const truncatedScreens = 0.6

interface Options {
  html: string
  id: number
  isWhole: boolean
  text: Text
}

/** Truncates messages taller than one and a half screens, with a button to expand them. */
export function truncateIfLong(box: HTMLElement, { html, id, isWhole, text }: Options): void {
  box.removeAttribute('data-cut')
  box.style.removeProperty('max-block-size')
  if (isWhole || shownInFull.has(id) || !canBeHigh(html)) return
  const screen = viewportHeight()
  if (box.offsetHeight <= screen * maxScreens) return
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'show-all'
  button.dataset.do = 'show-all'
  button.textContent = text('message.showAll')
  box.dataset.cut = 'true'
  box.style.maxBlockSize = `${Math.round(screen * truncatedScreens)}px`
  box.append(button)
}
