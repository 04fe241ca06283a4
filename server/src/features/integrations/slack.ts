import type { Integration } from './integration.ts'
import { listAt, textAt, valueAt } from './read.ts'
import { link, plain } from './words.ts'

/** Takes what can be sent to an incoming webhook of Slack: text, blocks of text, and attachments. */
export const slack: Integration = {
  name: 'slack_incoming',
  title: 'Slack-compatible webhook',
  category: 'Automation',
  description: 'Posts messages from any service that can write to Slack.',
  events: [],
  toMessage(payload) {
    const blocks = listAt(payload, 'blocks').map(blockText)
    const attachments = listAt(payload, 'attachments').map(attachmentText)
    // Where there are blocks, the text is what notifications show instead of them.
    const main = joined(blocks) || markdownOf(textAt(payload, 'text'))
    const content = joined([main, ...attachments])
    if (content === '') return undefined
    return { topic: textAt(payload, 'channel').replace(/^[#@]/, '') || 'Slack', content }
  },
}

const joined = (parts: readonly string[]) => parts.filter((part) => part !== '').join('\n\n')

function blockText(block: unknown): string {
  const fields = [...listAt(block, 'fields'), ...listAt(block, 'elements')].map((one) =>
    markdownOf(textAt(one, 'text', 'text.text')),
  )
  const text = textAt(block, 'text.text', 'title.text')
  const main = valueAt(block, 'type') === 'header' ? text && `**${plain(text)}**` : markdownOf(text)
  return joined([main, fields.filter((field) => field !== '').join(' · ')])
}

function attachmentText(attachment: unknown): string {
  const title = link(textAt(attachment, 'title'), textAt(attachment, 'title_link'))
  const fields = listAt(attachment, 'fields').map((field) => {
    const name = plain(textAt(field, 'title'))
    return [name && `**${name}**:`, markdownOf(textAt(field, 'value'))]
      .filter((part) => part !== '')
      .join(' ')
  })
  const parts = [
    markdownOf(textAt(attachment, 'pretext')),
    title,
    markdownOf(textAt(attachment, 'text')),
    fields.filter((field) => field !== '').join('\n'),
    ...listAt(attachment, 'blocks').map(blockText),
  ]
  return joined(parts) || markdownOf(textAt(attachment, 'fallback'))
}

/** Slack's markup in ours. What is code stays as it is, except that `&lt;` is how Slack writes `<` everywhere. */
export function markdownOf(text: string): string {
  return text
    .split(/(```[\s\S]*?```|`[^`\n]+`|<[^<>\n]+>)/)
    .map((part) => (part.startsWith('<') ? reference(part) : unescaped(wordsOf(part))))
    .join('')
}

const wordsOf = (part: string) => (part.startsWith('`') ? codeOf(part) : formatted(part))

/** A fence stands on lines of its own with us. */
function codeOf(part: string): string {
  if (!part.startsWith('```')) return part
  return `\n\`\`\`\n${part.slice(3, -3).replace(/^\n|\n$/g, '')}\n\`\`\`\n`
}

const formatted = (part: string) =>
  part
    .replace(/(?<![\w*])\*([^*\n]+)\*(?![\w*])/g, '**$1**')
    .replace(/(?<![\w_])_([^_\n]+)_(?![\w_])/g, '*$1*')
    .replace(/(?<![\w~])~([^~\n]+)~(?![\w~])/g, '~~$1~~')

/** `<https://…|words>`, `<@U12|bo>`, `<#C12|general>`, `<!here>` */
function reference(part: string): string {
  const [target = '', ...rest] = unescaped(part.slice(1, -1)).split('|')
  const label = rest.join('|')
  if (target.startsWith('@') || target.startsWith('#')) return target[0] + (label || target.slice(1))
  if (target.startsWith('!')) return `@${label.replace(/^@/, '') || target.slice(1).split('^')[0]}`
  if (/^mailto:/i.test(target)) return label || target.slice('mailto:'.length)
  return label === '' ? target : link(label, target)
}

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' }
const unescaped = (text: string) => text.replace(/&(?:lt|gt|amp);/g, (entity) => entities[entity] ?? entity)
