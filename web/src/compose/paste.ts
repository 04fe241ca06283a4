import { insertTextIntoField } from 'text-field-edit'
import { pasteAddress } from '../messages/edit-text.ts'
import { isInCode } from '../messages/in-code.ts'
import { nativeLink } from '../navigation/native-link.ts'
import { applyChange, selectionOf } from './apply-change.ts'

/** HTML of which nothing is left without its tags is not worth a conversion. */
const rich = /<(?:a|b|strong|em|i|h[1-6]|ul|ol|li|table|pre|code|blockquote|img|del|s)\b/i
/** How code editors mark what comes from them. */
const monospaced = /white-space:\s*pre|font-family:[^;"]*(?:mono|consolas|menlo|courier)/i

let isPlain = false
// Ctrl+Shift+V is always plain; the event of pasting does not tell which keys were pressed.
if (typeof addEventListener === 'function') {
  addEventListener(
    'keydown',
    (event) => {
      isPlain = event.shiftKey && (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'v'
    },
    true,
  )
}

/** Makes the best of what is pasted. Answers whether there was something to make; if not, the browser pastes it. */
export function pasteInto(event: ClipboardEvent, area: HTMLTextAreaElement): boolean {
  const { clipboardData: data } = event
  const plain = data?.getData('text/plain') ?? ''
  const html = data?.getData('text/html') ?? ''
  if (isPlain || (plain === '' && html === '') || isInCode(area.value, area.selectionStart)) return false
  const link = pasteAddress(area.value, selectionOf(area), plain)
  if (link !== undefined) {
    applyChange(area, link)
    return true
  }
  const own = nativeLink(plain.trim())
  if (own !== undefined) {
    insertTextIntoField(area, own)
    return true
  }
  if (html === '' || !(rich.test(html) || monospaced.test(html))) return false
  void pasteRich(area, html, plain)
  return true
}

/** First as plain text, then as markup: so that undoing once gives the plain text. */
async function pasteRich(area: HTMLTextAreaElement, html: string, plain: string): Promise<void> {
  const { start } = selectionOf(area)
  insertTextIntoField(area, plain)
  const { toMarkdown } = await import('./html-to-markdown.ts')
  const markdown = toMarkdown(html, plain)
  const isUnchanged = area.value.slice(start, start + plain.length) === plain
  if (markdown.trim() === '' || markdown === plain || !isUnchanged) return
  const end = start + markdown.length
  applyChange(area, { from: start, to: start + plain.length, text: markdown, selection: { start: end, end } })
}
