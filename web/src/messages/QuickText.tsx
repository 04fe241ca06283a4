import { Fragment, type ReactNode, useEffect, useMemo } from 'react'
import { Emoji } from '../emoji/Emoji.tsx'
import { emojiNamed, loadEmoji, useEmojiLoaded } from '../emoji/emoji.ts'
import { splitAtEmoji } from '../emoji/emoji-characters.ts'
import { type BlockNode, type InlineNode, quickRender } from './quick-render.ts'

/** A local approximation of the rendered text, without HTML. */
export function QuickText({ text }: { text: string }) {
  const nodes = useMemo(() => quickRender(text), [text])
  return <>{drawn(nodes, block)}</>
}

/** Nodes have no identity, so the index is the key. */
function drawn<N>(nodes: readonly N[], draw: (node: N) => ReactNode): ReactNode {
  return nodes.map((node, index) => <Fragment key={index}>{draw(node)}</Fragment>)
}

function block(node: BlockNode): ReactNode {
  switch (node.kind) {
    case 'paragraph':
      return <p>{drawn(node.children, inline)}</p>
    case 'code':
      return (
        <div className="codehilite">
          <pre>
            <code>{node.text}</code>
          </pre>
        </div>
      )
    case 'quote':
      return <blockquote>{drawn(node.children, block)}</blockquote>
  }
}

function inline(node: InlineNode): ReactNode {
  switch (node.kind) {
    case 'text':
      return drawnText(node.text)
    case 'break':
      return <br />
    case 'strong':
      return <strong>{drawn(node.children, inline)}</strong>
    case 'emphasis':
      return <em>{drawn(node.children, inline)}</em>
    case 'strike':
      return <del>{drawn(node.children, inline)}</del>
    case 'code':
      return <code>{node.text}</code>
    case 'link':
      return (
        <a href={node.href} target="_blank" rel="noopener noreferrer">
          {node.text}
        </a>
      )
    case 'mention':
      return (
        <span className={`user-mention${node.isSilent ? ' silent' : ''}`}>
          {node.isSilent ? node.name : `@${node.name}`}
        </span>
      )
    case 'channel-link':
      return (
        <span className="stream">
          {node.topic === undefined ? `#${node.channel}` : `#${node.channel} > ${node.topic}`}
        </span>
      )
    case 'emoji':
      return <NamedEmoji name={node.name} />
  }
}

const drawnText = (text: string): ReactNode =>
  splitAtEmoji(text).map((piece, at) =>
    at % 2 === 0 ? (
      piece
    ) : (
      <span key={at} className="emoji">
        {piece}
      </span>
    ),
  )

/** Displayed as typed until the emoji names are loaded. */
function NamedEmoji({ name }: { name: string }) {
  useEffect(() => void loadEmoji(), [])
  useEmojiLoaded()
  const found = emojiNamed(name)
  return found === undefined ? `:${name}:` : <Emoji name={name} code={found.code} type={found.type} />
}
