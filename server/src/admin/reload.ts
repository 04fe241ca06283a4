import { controlPath, requestReload } from '../supervisor/control.ts'
import { type Command, CommandError } from './command.ts'

/** Replaces the workers of the running server, which is found by its data folder and port. */
export const reloadCommand: Command = {
  summary: 'replace the processes of the running server without losing a request',
  options: {
    'with-environment': {
      about:
        'give the new processes the settings in the environment of this command, instead of keeping those they have',
      isSwitch: true,
    },
  },
  run: async ({ config, env, progress }, values) => {
    const lines: string[] = []
    const newEnv = values['with-environment'] === undefined ? undefined : env
    const result = await requestReload(controlPath(config), newEnv, (line) => {
      lines.push(line)
      progress.print(line)
    })
    if (result === undefined) {
      throw new CommandError(
        `No server with the data folder ${config.dataDir} answers on port ${config.port}. Start this command with the settings of the server.`,
      )
    }
    if (result.failure !== undefined) throw new CommandError(`Reload failed: ${result.failure}`)
    return { data: { lines }, lines: ['Reload finished: all workers are new.'] }
  },
}
