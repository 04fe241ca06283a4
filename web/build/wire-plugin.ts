import { wire } from '@loquat/contract/wire'
import type { Plugin } from 'vite'

const moduleId = '@loquat/contract/wire'

/** Replaces the table of endpoints by plain data, so that the browser does not load the schemas. */
export const wirePlugin = (): Plugin => ({
  name: 'loquat-wire',
  enforce: 'pre',
  resolveId: (id) => (id === moduleId ? `\0${moduleId}` : undefined),
  load: (id) => (id === `\0${moduleId}` ? `export const wire = ${JSON.stringify(wire)}` : undefined),
})
