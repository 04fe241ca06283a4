import { scheduledDestination } from '../backup/destination.ts'
import { readPassphrase } from '../backup/encryption.ts'
import type { BackupOrder, BackupOutcome, ToBackup } from '../backup/program.ts'
import { runBackup } from '../backup/run.ts'
import { fromPlainConfig } from '../db/primary.ts'

/** Started by the server for each scheduled backup: `backup/program.ts`. */
const canceled = new AbortController()
// The next server makes the backup instead.
process.once('disconnect', () => canceled.abort())
// Ctrl-C in a terminal reaches all processes; the server decides what becomes of this one.
process.on('SIGINT', () => {})

process.on('message', async (message: ToBackup) => {
  if (message.kind === 'cancel') {
    canceled.abort()
    return
  }
  const outcome = await makeBackup(message.order)
  if (process.connected) process.send?.(outcome, undefined, undefined, () => process.disconnect?.())
})

async function makeBackup({ config, database, now }: BackupOrder): Promise<BackupOutcome> {
  const { keep, to, passphraseFile } = config.backup
  try {
    const passphrase = passphraseFile === undefined ? undefined : await readPassphrase(passphraseFile)
    const destination = await scheduledDestination(to, config.backup)
    const options = { passphrase, keep, signal: canceled.signal, now }
    const { place, bytes, removed, manifest } = await runBackup(
      config,
      fromPlainConfig(database),
      destination,
      options,
    )
    return { kind: 'done', backup: { place, bytes, removed, manifest } }
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) }
  }
}
