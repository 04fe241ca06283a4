import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { prettyLine } from '../platform/pretty-log.ts'
import { type Command, CommandError } from './command.ts'

/** Shows the log of a server for people, line by line as it comes. */
export const logsCommand: Command = {
  summary: 'show the log of a server in readable form',
  options: { file: { value: 'FILE', about: 'the log; the standard input if missing' } },
  run: async ({ input, write, hasColors, signal }, { file }) => {
    const source: NodeJS.ReadableStream = file === undefined ? input : createReadStream(file)
    const failed = new Promise<never>((_, reject) =>
      source.once('error', (error: Error) =>
        reject(new CommandError(`The log cannot be read: ${error.message}`)),
      ),
    )
    failed.catch(() => {})
    const lines = createInterface({ input: source, signal: signal() })
    const shown = (async () => {
      for await (const line of lines) write(`${prettyLine(line, hasColors)}\n`)
    })()
    await Promise.race([shown, failed])
    return { data: {}, lines: [] }
  },
}
