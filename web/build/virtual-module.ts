import type { Plugin } from 'vite'

type Load = Extract<NonNullable<Plugin['load']>, (...args: never[]) => unknown>

const exactly = (id: string) => new RegExp(`^${RegExp.escape(id)}$`)

/** Hooks of a plugin that generates a module. Filtered by the bundler: calling JavaScript for each of 3,000 modules takes longer than most of their work. */
export const virtualModule = (id: string, load: Load): Pick<Plugin, 'resolveId' | 'load'> => ({
  resolveId: { filter: { id: exactly(id) }, handler: () => `\0${id}` },
  load: { filter: { id: exactly(`\0${id}`) }, handler: load },
})
