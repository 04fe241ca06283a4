import { memo, useLayoutEffect, useRef } from 'react'
import { useLocale, useText } from '../texts/texts.tsx'
import { contentNodes } from './content.ts'
import { useContentVersion } from './content-version.ts'
import { addFileDetails } from './file-details.ts'
import { hidesCards } from './hidden-cards.ts'
import { ContentBoundary } from './MessageBoundary.tsx'
import { truncateIfLong } from './truncate-long.ts'
import './content.css'

interface Props {
  html: string
  /** Of the message, for what its reader chose to see of it. */
  id?: number
  /** Never cut, however long. */
  isWhole?: boolean
}

/** The rendered text of a message. */
export const MessageContent = memo((props: Props) => (
  <ContentBoundary id={props.id} html={props.html}>
    <Content {...props} />
  </ContentBoundary>
))

function Content({ html, id, isWhole = false }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const locale = useLocale()
  const text = useText()
  const version = useContentVersion((state) => state.version)
  // Before the browser measures: a row that is empty for a moment would have the wrong height.
  useLayoutEffect(() => {
    void version
    const nodes = contentNodes(html, locale, text)
    const styled = nodes.querySelector('.katex') === null ? undefined : import('./katex.ts')
    if (nodes.querySelector('.codehilite, code') !== null) void import('./code-font.ts')
    const { current } = box
    if (current === null) return
    current.replaceChildren(nodes)
    addFileDetails(current, locale)
    if (id === undefined) return
    current.toggleAttribute('data-hides-cards', hidesCards(id))
    let isCurrent = true
    const cut = () => isCurrent && truncateIfLong(current, { html, id, isWhole, text })
    // Before they are styled, formulas are several times as high.
    if (styled === undefined) cut()
    else void styled.then(cut)
    return () => {
      isCurrent = false
    }
  }, [html, locale, text, version, id, isWhole])
  return <div ref={box} className="message-content" dir="auto" data-content={id} />
}
