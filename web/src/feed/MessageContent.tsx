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
  /** ID of the message, for the reader's display choices. */
  id?: number
  /** Never truncated. */
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
  // Before the browser measures: an empty row would have the wrong height.
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
    // Formulas are much taller before their style sheet is loaded.
    if (styled === undefined) cut()
    else void styled.then(cut)
    return () => {
      isCurrent = false
    }
  }, [html, locale, text, version, id, isWhole])
  return <div ref={box} className="message-content" dir="auto" data-content={id} />
}
