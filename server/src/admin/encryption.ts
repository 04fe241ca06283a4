import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../app.ts'
import { backupLease } from '../backup/store.ts'
import { withLease } from '../db/lease.ts'
import { encryptExisting, unencryptedKeys } from '../platform/files/encrypt-existing.ts'
import { isEncryptedKey } from '../platform/files/encrypted.ts'
import { storageFor } from '../platform/files/storage-for.ts'
import { findSecretKeys } from '../platform/secret-key.ts'
import { storedDataKeys } from '../sealing/data-key-store.ts'
import { fingerprintsOf, rewrapDataKeys } from '../sealing/data-keys.ts'
import { type Command, CommandError, type Context } from './command.ts'

/** Fingerprints are shown as error messages name them. */
const short = (fingerprint: string) => fingerprint.slice(0, 8)

export const encryptionStatusCommand: Command = {
  summary: 'Show which keys encrypt files and secrets, and how many files are not encrypted',
  options: {},
  run: async (context) => {
    const { database } = await context.app()
    const keys = await storedDataKeys(database.db)
    const isOn = keys.length > 0
    let [encrypted, unencrypted] = [0, 0]
    for await (const key of storageFor(context.config).list()) {
      if (isEncryptedKey(key)) encrypted++
      else unencrypted++
    }
    const hasKeyFile = (await findSecretKeys(context.config)) !== undefined
    return {
      data: {
        on: isOn,
        master_keys: [...new Set(keys.map(({ master }) => short(master)))],
        data_keys: keys.map(({ purpose, id, master }) => ({ purpose, id, master: short(master) })),
        encrypted_files: encrypted,
        unencrypted_files: unencrypted,
        secret_key_outside: hasKeyFile,
      },
      lines: [
        isOn ? 'Files are encrypted.' : 'Files are not encrypted: LOQUAT_MASTER_KEY is not set.',
        ...keys.map(
          ({ purpose, id, master }) => `  key for ${purpose} ${id}, with master key ${short(master)}`,
        ),
        `${encrypted} files are encrypted, ${unencrypted} are not.`,
        ...(isOn && unencrypted > 0 ? ['"encryption files" encrypts the others.'] : []),
        ...(isOn && hasKeyFile
          ? ['The secret key is in the database, too: LOQUAT_SECRET_KEY or its file is no longer needed.']
          : []),
      ],
    }
  },
}

/** Files per lease, so that a backup has to wait for a moment only. */
const filesPerLease = 50
const leaseRetryMs = 1_000

export const encryptFilesCommand: Command = {
  summary: 'Encrypt the files from before the master key was set, while the server runs',
  options: {},
  run: async (context) => {
    assertMasterKey(context)
    const app = await context.app()
    const signal = context.signal()
    context.lowerPriority()
    const stored = storageFor(context.config)
    const done = { files: 0, bytes: 0 }
    const encrypt = async (keys: readonly string[]) => {
      for (const key of keys) {
        if (signal.aborted) throw new CommandError(interrupted(done.files))
        const size = await encryptExisting(stored, app.files, key)
        if (size === undefined) continue
        done.files++
        done.bytes += size
        context.progress.show(`${done.files} files, ${Math.round(done.bytes / 1e6)} MB`)
      }
    }
    for await (const keys of inBatches(unencryptedKeys(stored))) {
      await withoutBackup(app, context, signal, () => encrypt(keys))
    }
    if (done.files > 0) await audit(app, { encrypted_files: done.files, bytes: done.bytes })
    return { data: done, lines: [`Encrypted ${done.files} files, ${done.bytes} bytes.`] }
  },
}

export const rotateMasterKeyCommand: Command = {
  summary: 'Replace the master key: encrypts the data keys with the first key of LOQUAT_MASTER_KEY',
  options: {},
  run: async (context) => {
    assertMasterKey(context)
    const { masterKeys } = context.config
    const app = await context.app()
    const [current = ''] = fingerprintsOf(masterKeys)
    const count = await rewrapDataKeys(app.database.db, masterKeys)
    if (count > 0) await audit(app, { master_key: short(current) })
    return {
      data: { rewrapped: count, master_key: short(current) },
      lines:
        count > 0
          ? [
              `${count} data keys are now encrypted with the master key ${short(current)}. Files did not change.`,
              'Remove the old key from LOQUAT_MASTER_KEY. Keep it as long as you keep backups from before.',
            ]
          : [
              `All data keys are encrypted with the master key ${short(current)} already.`,
              'To replace it, put the new key in front of it in LOQUAT_MASTER_KEY, separated by a comma.',
            ],
    }
  },
}

function assertMasterKey({ config }: Context): void {
  if (config.masterKeys.length === 0) throw new CommandError('Set LOQUAT_MASTER_KEY first.')
}

const interrupted = (files: number) => `Interrupted after ${files} files. Run the command again to continue.`

/** A backup lists files while it copies them, and jobs that delete files wait for its lease as well. */
async function withoutBackup(
  { database }: App,
  { progress }: Context,
  signal: AbortSignal,
  work: () => Promise<void>,
): Promise<void> {
  while (!(await withLease(database.db, backupLease, work))) {
    progress.show('waiting for a backup to end')
    await sleep(leaseRetryMs, undefined, { signal }).catch(() => {
      throw new CommandError(interrupted(0))
    })
  }
}

async function* inBatches(keys: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = []
  for await (const key of keys) {
    batch.push(key)
    if (batch.length < filesPerLease) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** In the log of the main organization, whose owners administer the server. */
async function audit(app: App, after: Record<string, unknown>): Promise<void> {
  const realm = await app.realms.bySubdomain('')
  await realm?.transact(async (tx) => tx.audit({ kind: 'encryption.changed', after }))
}
