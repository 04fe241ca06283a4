import { keyNames } from '../../components/Keys.tsx'
import { commands } from '../../keyboard/registry.ts'

const keyReference = /\{key (\w+)\}/g

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const namesOf = (id: string) =>
  keyNames(commands.find((command) => command.id === id)?.keys[0] ?? '').map(escapeHtml)

/** Puts the keys of commands in, as this platform prints them. */
export const withKeys = (html: string): string =>
  html.replace(
    keyReference,
    (_, id: string) =>
      `<kbd>${namesOf(id)
        .map((name) => `<span>${name}</span>`)
        .join('')}</kbd>`,
  )

const keyText = (_: string, id: string) => namesOf(id).join(' ')

/** The text of a page, for the search. */
export function plainText(html: string): string {
  const parsed = new DOMParser().parseFromString(html.replace(keyReference, keyText), 'text/html')
  return (parsed.body.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
}
