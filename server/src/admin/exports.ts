import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { exportWithConsent, publicExport } from '@loquat/contract'
import { writeExport } from '../features/reach/exports/make.ts'
import { inSnapshot } from '../features/reach/exports/snapshot-store.ts'
import { type Command, CommandError, organizationOption, realmOf } from './command.ts'

const kinds = { public: publicExport, consented: exportWithConsent } as const

/** The same archive that administrators can request, without a size limit. It does not appear in their list. */
export const exportCommand: Command = {
  summary: 'Write the data of an organization to a file',
  options: {
    organization: organizationOption,
    out: { value: 'FILE', about: 'the ZIP file to write, which must not exist', required: true },
    kind: {
      value: 'KIND',
      about: 'public (default), or consented: with private data of those who agreed to it',
    },
  },
  run: async (context, values) => {
    const { out = '', kind = 'public' } = values
    if (!(kind in kinds)) throw new CommandError(`--kind is public or consented, not "${kind}".`)
    const realm = await realmOf(context, values)
    const app = await context.app()
    // Created first, so that a problem with the path is reported before any data is read.
    const file = createWriteStream(out, { flags: 'wx', mode: 0o600 })
    await new Promise<void>((resolve, reject) =>
      file.once('open', () => resolve()).once('error', reject),
    ).catch((error: Error) => {
      throw new CommandError(`--out cannot be written: ${error.message}`)
    })
    await realm.transact(async (tx) => tx.audit({ kind: 'export.requested', after: { kind } }))
    try {
      const { lines, files } = await inSnapshot(app.database.backgroundDb, (snapshot) =>
        writeExport(app, snapshot, realm, kinds[kind as keyof typeof kinds], (bytes) =>
          pipeline(bytes, file),
        ),
      )
      const { size } = await stat(out)
      return {
        data: { file: out, bytes: size, lines, files },
        lines: [
          `${out}: ${size.toLocaleString('en')} bytes, ${lines.messages ?? 0} messages, ${files} files`,
        ],
      }
    } catch (error) {
      await rm(out, { force: true })
      throw error
    }
  },
}
