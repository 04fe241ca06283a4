import { insertTextIntoField } from 'text-field-edit'
import { pasteAddress } from '../messages/edit-text.ts'
import { isInCode } from '../messages/in-code.ts'
import { nativeLink } from '../navigation/native-link.ts'
import { applyChange, selectionOf } from './apply-change.ts'

/** HTML without any of these tags is pasted as plain text. */
const rich = /<(?:a|b|strong|em|i|h[1-6]|ul|ol|li|table|pre|code|blockquote|img|del|s)\b/i
/** Code editors copy HTML with these styles. */
const monospaced = /white-space:\s*pre|font-family:[^;"]*(?:mono|consolas|menlo|courier)/i

let isPlain = false
// Ctrl+Shift+V pastes plain text, but paste events do not have modifier keys.
if (typeof addEventListener === 'function') {
  addEventListener(
    'keydown',
    (event) => {
      isPlain = event.shiftKey && (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'v'
    },
    true,
  )
}

/** Pastes links and rich text as markup. Returns false if the browser should paste. */
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

/** Inserts plain text, then replaces it by markup, so that one undo restores the plain text. */
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
