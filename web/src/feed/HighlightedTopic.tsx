import { Fragment, useMemo } from 'react'
import { withoutPrefix } from '../channels/topic-names.ts'

/** A topic name in which the server highlighted search matches. It has no other markup. */
export function HighlightedTopic({ html }: { html: string }) {
  const parts = useMemo(() => partsOf(withoutPrefix(html)), [html])
  return parts.map(({ text, isMatch }, index) =>
    isMatch ? <mark key={index}>{text}</mark> : <Fragment key={index}>{text}</Fragment>,
  )
}

function partsOf(html: string): { text: string; isMatch: boolean }[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return [...body.childNodes].map((node) => ({
    text: node.textContent ?? '',
    isMatch: node instanceof Element && node.matches('.highlight'),
  }))
}
