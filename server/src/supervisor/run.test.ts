import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const run = promisify(execFile)

/** Prints every file that the supervisor's program loads. */
const listing = `
  import { registerHooks } from 'node:module'
  registerHooks({ load: (url, context, next) => (console.log(url), next(url, context)) })
  await import(process.argv[1])`

it('The supervisor, which every installation keeps in memory, loads no schemas.', async () => {
  const program = new URL('run.ts', import.meta.url).href
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', listing, program])
  const files = stdout.trim().split('\n')
  expect(files).toContain(program)
  expect(files.filter((url) => url.includes('/node_modules/zod/'))).toEqual([])
})
