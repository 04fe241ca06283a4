import { emojiByCategory } from '@loquat/server/markdown/emoji/unicode.ts'
import type { Plugin } from 'vite'

const name = 'virtual:emoji'

/** Serves the emoji of the server as data: their names and codes must be the same on both sides. */
export const emojiPlugin = (): Plugin => ({
  name: 'loquat-emoji',
  resolveId: (id) => (id === name ? `\0${name}` : undefined),
  load(id) {
    if (id !== `\0${name}`) return
    const data = emojiByCategory().map(({ category, emoji }) => ({
      category,
      emoji: emoji.map(({ code, names, tags }) => [code, names.join(' '), tags.join(' ')]),
    }))
    // As text: that is read faster than a literal of the language.
    return `export default JSON.parse(${JSON.stringify(JSON.stringify(data))})`
  },
})
