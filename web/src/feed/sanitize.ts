/** Elements removed from messages. The sanitizer itself removes scripts and other active content. */
const removedElements = [
  'base',
  'button',
  'dialog',
  'form',
  'input',
  'link',
  'meta',
  'select',
  'style',
  'template',
  'textarea',
  'title',
]

/** Type definitions do not know these yet. */
interface SafeElement extends Element {
  setHTML(html: string, options: { sanitizer: object }): void
}
declare const Sanitizer: new (config: { removeElements: string[]; comments: boolean }) => object

/** Browsers that clean HTML by themselves need no library for it. */
const isBuiltIn = 'Sanitizer' in globalThis && 'setHTML' in Element.prototype
const sanitizer = isBuiltIn ? new Sanitizer({ removeElements: removedElements, comments: false }) : {}
const { default: purifier } = isBuiltIn ? { default: undefined } : await import('dompurify')

/** The server writes safe HTML; it is cleaned again all the same. */
export function sanitizedNodes(html: string): DocumentFragment {
  if (purifier !== undefined) {
    return purifier.sanitize(html, {
      RETURN_DOM_FRAGMENT: true,
      ADD_ATTR: ['target'],
      FORBID_TAGS: removedElements,
    })
  }
  const box = document.createElement('div') as unknown as SafeElement
  box.setHTML(html, { sanitizer })
  const nodes = document.createDocumentFragment()
  nodes.append(...box.childNodes)
  return nodes
}
