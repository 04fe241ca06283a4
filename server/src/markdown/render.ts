import MarkdownIt from 'markdown-it'

const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true })

/** The HTML of a message. Raw HTML in the source is shown as text. */
export function renderMessage(content: string): string {
  return markdown.render(content).trim()
}

export function renderDescription(description: string): string {
  return description === '' ? '' : renderMessage(description)
}
