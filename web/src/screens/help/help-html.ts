import { keyNames } from '../../components/Keys.tsx'
import { commands } from '../../keyboard/registry.ts'

const keyReference = /\{key (\w+)\}/g

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Puts the keys of commands in, as this platform prints them. */
export const withKeys = (html: string): string =>
  html.replace(keyReference, (_, id: string) => {
    const keys = commands.find((command) => command.id === id)?.keys[0] ?? ''
    return `<kbd>${keyNames(keys)
      .map((name) => `<span>${escapeHtml(name)}</span>`)
      .join('')}</kbd>`
  })

/** The text of a page, for the search. */
export function plainText(html: string): string {
  const parsed = new DOMParser().parseFromString(html.replaceAll(keyReference, ''), 'text/html')
  return (parsed.body.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
}
