import { wire } from '@loquat/contract/wire'
import type { Plugin } from 'vite'
import { virtualModule } from './virtual-module.ts'

/** Replaces the table of endpoints by plain data, so that the browser does not load the schemas. */
export const wirePlugin = (): Plugin => ({
  name: 'loquat-wire',
  enforce: 'pre',
  ...virtualModule('@loquat/contract/wire', () => `export const wire = ${JSON.stringify(wire)}`),
})
