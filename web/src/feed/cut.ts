import type { Text } from '../texts/texts.tsx'
import { screenHeight } from './screen.ts'

/** Messages that the reader wants to see all of, as long as the app is open. */
const whole = new Set<number>()
export const showWhole = (id: number): void => void whole.add(id)

/** Measuring every message would be slow: HTML shorter than this is never that high, unless a formula sets its own size. */
const shortest = 600
const canBeHigh = (html: string) => html.length >= shortest || html.includes('class="katex"')
const tooHigh = 1.5
const shown = 0.6

interface Options {
  html: string
  id: number
  isWhole: boolean
  text: Text
}

/** Cuts what is higher than one and a half screens, with a button to see all of it. */
export function cutIfLong(box: HTMLElement, { html, id, isWhole, text }: Options): void {
  box.removeAttribute('data-cut')
  box.style.removeProperty('max-block-size')
  if (isWhole || whole.has(id) || !canBeHigh(html)) return
  const screen = screenHeight()
  if (box.offsetHeight <= screen * tooHigh) return
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'show-all'
  button.dataset.do = 'show-all'
  button.textContent = text('message.showAll')
  box.dataset.cut = 'true'
  box.style.maxBlockSize = `${Math.round(screen * shown)}px`
  box.append(button)
}
