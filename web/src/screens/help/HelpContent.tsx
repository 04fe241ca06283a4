import { useLayoutEffect, useRef } from 'react'
import { contentNodes } from '../../feed/content.ts'
import { useLocale, useText } from '../../texts/texts.tsx'
import '../../feed/content.css'
import styles from './HelpContent.module.css'
import { withKeys } from './help-html.ts'

/** The text of a help page, with examples as messages show them. */
export function HelpContent({ html }: { html: string }) {
  const box = useRef<HTMLDivElement>(null)
  const locale = useLocale()
  const text = useText()
  useLayoutEffect(() => {
    const nodes = contentNodes(withKeys(html), locale, text)
    if (nodes.querySelector('.katex') !== null) void import('../../feed/katex.ts')
    if (nodes.querySelector('code, pre') !== null) void import('../../feed/code-font.ts')
    for (const button of nodes.querySelectorAll<HTMLElement>('[data-do="spoiler"]'))
      button.addEventListener('click', () => toggleSpoiler(button))
    box.current?.replaceChildren(nodes)
  }, [html, locale, text])
  return <div ref={box} className={`message-content ${styles.content}`} dir="auto" />
}

/** The only button of messages that examples need. */
function toggleSpoiler(button: HTMLElement): void {
  const content = button.closest('.spoiler-block')?.querySelector<HTMLElement>('.spoiler-content')
  if (content === null || content === undefined) return
  content.hidden = !content.hidden
  button.setAttribute('aria-expanded', String(!content.hidden))
}
