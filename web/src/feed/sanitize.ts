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

/** Missing in the type definitions. */
interface SafeElement extends Element {
  setHTML(html: string, options: { sanitizer: object }): void
}
declare const Sanitizer: new (config: { removeElements: string[]; comments: boolean }) => object

/** Browsers with a built-in sanitizer need no library. */
const isBuiltIn = 'Sanitizer' in globalThis && 'setHTML' in Element.prototype
const sanitizer = isBuiltIn ? new Sanitizer({ removeElements: removedElements, comments: false }) : {}
const { default: purifier } = isBuiltIn ? { default: undefined } : await import('dompurify')

/** Sanitizes the HTML of the server once more. */
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
