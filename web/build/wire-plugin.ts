import { wire } from '@loquat/contract/wire'
import type { Plugin } from 'vite'

const moduleId = '@loquat/contract/wire'

/** Writes the table of endpoints out as data, so that the browser does not load the schemas it is made from. */
export const wirePlugin = (): Plugin => ({
  name: 'loquat-wire',
  enforce: 'pre',
  resolveId: (id) => (id === moduleId ? `\0${moduleId}` : undefined),
  load: (id) => (id === `\0${moduleId}` ? `export const wire = ${JSON.stringify(wire)}` : undefined),
})
