import { auditBackup } from '../backup/audit.ts'
import { destinationFor, openBackup } from '../backup/destination.ts'
import { readPassphrase } from '../backup/encryption.ts'
import type { BackupManifest, OnProgress } from '../backup/format.ts'
import { restoreInstallation, verifyBackup } from '../backup/installation.ts'
import { runBackup } from '../backup/run.ts'
import { hasSealedSecrets } from '../backup/store.ts'
import { withoutTimeouts } from '../db/database.ts'
import { createCommandLogger } from '../platform/logger.ts'
import { readSecretKeys } from '../sealing/open-keys.ts'
import { type Command, CommandError, type Context, type Values } from './command.ts'

const passphraseOption = {
  value: 'FILE',
  about: 'a file whose first line is the passphrase of the backup',
}
const backupArgument = { value: 'FILE', about: 'the backup: a file, or s3://bucket/key' }

export const backupCommand: Command = {
  summary: 'Write everything (database, files, secret key) to one file, while the server runs',
  options: {
    out: {
      value: 'PLACE',
      about: 'a file that does not exist, a folder, or s3://bucket/folder',
      required: true,
    },
    'passphrase-file': {
      ...passphraseOption,
      about: 'encrypts the backup; the first line is the passphrase',
    },
    keep: { value: 'N', about: 'afterwards removes all but the newest N backups of the folder' },
  },
  run: async (context, values) => {
    const keep = values.keep === undefined ? undefined : Number(values.keep)
    if (keep !== undefined && !(Number.isInteger(keep) && keep >= 1))
      throw new CommandError('--keep is a whole number from 1.')
    const passphrase = await passphraseOf(values)
    const destination = await destinationFor(values.out ?? '', context.config.backup)
    const { config } = await context.connection()
    context.lowerPriority()
    const started = performance.now()
    const { place, bytes, manifest, removed, needsMasterKey } = await runBackup(
      context.config,
      config,
      destination,
      {
        passphrase,
        keep,
        signal: context.signal(),
        onProgress: progressOf(context),
      },
    )
    const seconds = secondsSince(started)
    const { count: missing, first } = manifest.missing_files
    return {
      data: {
        file: place,
        bytes,
        seconds,
        ...figuresOf(manifest),
        encrypted: passphrase !== undefined,
        needs_master_key: needsMasterKey,
        removed,
      },
      lines: [
        `${place}: ${amount(bytes)} bytes in ${seconds} s, ${describe(manifest)}`,
        ...removed.map((name) => `Removed ${name}`),
        ...(missing > 0 ? [`${amount(missing)} files are missing in the storage:`, ...first] : []),
        ...(!needsMasterKey && passphrase === undefined
          ? ['It contains the secret key and is not encrypted: keep it where nobody else can read it.']
          : []),
        ...(needsMasterKey
          ? [
              'A restore needs the master key, which it does not contain. Messages in it are readable without one.',
            ]
          : []),
      ],
    }
  },
}

/** Arguments of commands that read a backup. */
const readingBackup = {
  positionals: [backupArgument],
  options: { 'passphrase-file': passphraseOption },
}

export const verifyBackupCommand: Command = {
  summary: 'Check a backup by restoring it into a scratch database',
  ...readingBackup,
  run: async (context, values) => {
    const archive = await openBackup(values.file ?? '', context.config.backup)
    const { config } = await context.connection()
    const restored = await verifyBackup(archive, config, await restoreOptions(context, values))
    const { header, manifest } = restored
    return {
      data: {
        ok: true,
        ...aboutHeader(header),
        ...figuresOf(manifest),
        foreign_tables: restored.foreignTables,
      },
      lines: [
        `The backup of ${header.created_at} (Loquat ${header.loquat}) is complete: ${describe(manifest)}`,
        ...foreignLines(restored.foreignTables),
      ],
    }
  },
}

export const restoreCommand: Command = {
  summary: 'Restore a backup into an empty installation',
  ...readingBackup,
  run: async (context, values) => {
    const archive = await openBackup(values.file ?? '', context.config.backup)
    const options = await restoreOptions(context, values)
    const { config } = await context.connection()
    const started = performance.now()
    const restored = await restoreInstallation(archive, context.config, config, options)
    const { header, manifest } = restored
    await withoutTimeouts(config, async (db) => {
      if (!(await hasSealedSecrets(db))) return
      const { secretKeys } = await readSecretKeys(db, context.config)
      const after = { created_at: header.created_at, version: header.loquat }
      await auditBackup(db, secretKeys, { kind: 'backup.restored', after })
    })
    const seconds = secondsSince(started)
    return {
      data: {
        ...aboutHeader(header),
        seconds,
        ...figuresOf(manifest),
        foreign_tables: restored.foreignTables,
      },
      lines: [
        `Restored the backup of ${header.created_at} (Loquat ${header.loquat}) in ${seconds} s: ${describe(manifest)}`,
        ...foreignLines(restored.foreignTables),
      ],
    }
  },
}

export const foreignLines = (names: readonly string[]) =>
  names.length === 0 ? [] : [`Tables that are not part of Loquat are not restored: ${names.join(', ')}`]

async function restoreOptions(context: Context, values: Values) {
  return {
    passphrase: await passphraseOf(values),
    signal: context.signal(),
    onProgress: progressOf(context),
    logger: createCommandLogger(),
  }
}

async function passphraseOf(values: Values): Promise<string | undefined> {
  const path = values['passphrase-file']
  return path === undefined ? undefined : await readPassphrase(path)
}

/** Shows amounts and the rate so far. */
export function progressOf({ progress }: Pick<Context, 'progress'>): OnProgress {
  const started = performance.now()
  return ({ step, at, rows, files, bytes, fraction }) => {
    const rate = bytes / 1_000_000 / Math.max(0.001, (performance.now() - started) / 1_000)
    const amounts = `${amount(rows)} rows, ${amount(files)} files, ${amount(Math.round(bytes / 1_000_000))} MB`
    progress.show(`${step}: ${amounts}, ${rate.toFixed(1)} MB/s, ${at}`, fraction)
  }
}

const aboutHeader = (header: { created_at: string; loquat: string; migration: string }) => ({
  created_at: header.created_at,
  loquat: header.loquat,
  migration: header.migration,
})

const figuresOf = ({ tables, files, missing_files }: BackupManifest) => ({
  rows: tables.reduce((sum, { rows }) => sum + rows, 0),
  messages: messagesOf(tables),
  files: files.count,
  file_bytes: files.bytes,
  missing_files: missing_files.count,
})

function describe(manifest: BackupManifest): string {
  const { rows, messages, files } = figuresOf(manifest)
  return `${amount(rows)} rows, ${amount(messages)} messages, ${amount(files)} files`
}

const messagesOf = (tables: BackupManifest['tables']) =>
  tables.find(({ name }) => name === 'public.message')?.rows ?? 0

const amount = (count: number) => count.toLocaleString('en')

export const secondsSince = (started: number) => Math.round((performance.now() - started) / 100) / 10
