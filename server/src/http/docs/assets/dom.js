/** What the scripts of the page share. */

export const all = (selector, within = document) => [...within.querySelectorAll(selector)]

/** `make('a', { href: '#x' }, 'text', element)` */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(key, '')
    else if (value !== undefined && value !== false) element.setAttribute(key, value)
  }
  element.append(...children)
  return element
}
