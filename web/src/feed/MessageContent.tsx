import { memo, useLayoutEffect, useRef } from 'react'
import { useLocale, useText } from '../texts/texts.tsx'
import { contentNodes } from './content.ts'
import './content.css'

/** The rendered text of a message. */
export const MessageContent = memo(({ html }: { html: string }) => {
  const box = useRef<HTMLDivElement>(null)
  const locale = useLocale()
  const text = useText()
  // Before the browser measures: a row that is empty for a moment would have the wrong height.
  useLayoutEffect(() => {
    const nodes = contentNodes(html, locale, text)
    if (nodes.querySelector('.katex') !== null) void import('./katex.ts')
    if (nodes.querySelector('.codehilite, code') !== null) void import('./code-font.ts')
    box.current?.replaceChildren(nodes)
  }, [html, locale, text])
  return <div ref={box} className="message-content" dir="auto" />
})
