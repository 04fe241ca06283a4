import type { Integration } from './integration.ts'
import { link, plain, time, webAddress } from './markup.ts'
import { listAt, textAt, urlVerification, valueAt } from './read.ts'

/** Payloads of incoming webhooks of Slack: text, blocks and attachments. */
export const slack: Integration = {
  name: 'slack_incoming',
  title: 'Slack-compatible webhook',
  category: 'Automation',
  description: 'Posts messages from any service that can write to Slack.',
  events: [],
  challengeOf: urlVerification,
  toMessage(payload) {
    const blocks = listAt(payload, 'blocks').map(blockText)
    const attachments = listAt(payload, 'attachments').map(attachmentText)
    // With blocks, the text is only for notifications.
    const main = joined(blocks) || markdownOf(textAt(payload, 'text'))
    const content = joined([main, ...attachments])
    if (content === '') return undefined
    return { topic: textAt(payload, 'channel').replace(/^[#@]/, '') || 'Slack', content }
  },
}

const joined = (parts: readonly string[]) => parts.filter((part) => part !== '').join('\n\n')

function blockText(block: unknown): string {
  const image = imageAt(block)
  if (image !== '') return image
  const fields = [...listAt(block, 'fields'), ...listAt(block, 'elements')].map(
    (one) => imageAt(one) || markdownOf(textAt(one, 'text', 'text.text')),
  )
  const text = textAt(block, 'text.text', 'title.text')
  const main = valueAt(block, 'type') === 'header' ? text && `**${plain(text)}**` : markdownOf(text)
  return joined([main, fields.filter((field) => field !== '').join(' · ')])
}

/** A block or element of the type `image`, as a link, for which the app shows a preview. */
const imageAt = (block: unknown) =>
  linked(textAt(block, 'title.text', 'alt_text') || 'image', textAt(block, 'image_url', 'slack_file.url'))

/** A link, or nothing where the address is none of the web. */
const linked = (text: string, address: string) =>
  webAddress(address) === undefined ? '' : link(text, address)

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
    link(textAt(attachment, 'author_name'), textAt(attachment, 'author_link')),
    title,
    markdownOf(textAt(attachment, 'text')),
    fields.filter((field) => field !== '').join('\n'),
    ...listAt(attachment, 'blocks').map(blockText),
    linked('image', textAt(attachment, 'image_url')),
    linked('thumbnail', textAt(attachment, 'thumb_url')),
  ]
  const main = joined(parts) || markdownOf(textAt(attachment, 'fallback'))
  const footer = [plain(textAt(attachment, 'footer')), time(textAt(attachment, 'ts'))]
  return joined([main, footer.filter((part) => part !== '').join(' · ')])
}

/** Converts Slack's markup to ours. Code is kept, except that Slack writes `<` as `&lt;` everywhere. */
export function markdownOf(text: string): string {
  return text
    .split(/(```[\s\S]*?```|`[^`\n]+`|<[^<>\n]+>)/)
    .map((part) => (part.startsWith('<') ? reference(part) : unescaped(wordsOf(part))))
    .join('')
}

const wordsOf = (part: string) => (part.startsWith('`') ? codeOf(part) : formatted(part))

/** Our fences need lines of their own. */
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
