import { join, resolve } from 'node:path'
import type { S3Config } from './upload-config.ts'

export interface BackupConfig {
  backup: {
    /** Interval of scheduled backups. If unset, there are none. */
    everyMs: number | undefined
    /** Number of backups to keep. */
    keep: number
    /** A folder, or `s3://bucket/prefix`. */
    to: string
    /** If set, scheduled backups are encrypted with the passphrase in this file. */
    passphraseFile: string | undefined
    /** The service for `s3://` destinations, without a bucket. */
    s3: S3Config | undefined
  }
}

type Env = Readonly<Record<string, string | undefined>>

const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const
const minEveryMs = 10 * unitMs.m
const maxKeep = 10_000

export function backupConfigFrom(env: Env, dataDir: string, problems: string[]): BackupConfig {
  const value = (name: string) => env[name]?.trim() || undefined
  const to = value('LOQUAT_BACKUP_TO')
  const passphraseFile = value('LOQUAT_BACKUP_PASSPHRASE_FILE')
  const keep = Number(value('LOQUAT_BACKUP_KEEP') ?? 7)
  if (!Number.isInteger(keep) || keep < 1 || keep > maxKeep) {
    problems.push(`LOQUAT_BACKUP_KEEP must be a whole number from 1 to ${maxKeep}.`)
  }
  const s3 = backupServiceFrom(value)
  if (to?.startsWith('s3://') && s3 === undefined) {
    problems.push('LOQUAT_BACKUP_TO is an S3 address, so LOQUAT_BACKUP_S3_ACCESS_KEY_ID is needed.')
  }
  return {
    backup: {
      everyMs: intervalFrom(value('LOQUAT_BACKUP_EVERY'), problems),
      keep,
      to: to === undefined ? join(dataDir, 'backups') : to.startsWith('s3://') ? to : resolve(to),
      passphraseFile: passphraseFile && resolve(passphraseFile),
      s3,
    },
  }
}

function intervalFrom(text: string | undefined, problems: string[]): number | undefined {
  if (text === undefined) return undefined
  const [, count, unit] = /^(\d{1,4})([mhdw])$/.exec(text) ?? []
  const ms = Number(count) * unitMs[unit as keyof typeof unitMs]
  if (ms >= minEveryMs) return ms
  problems.push(`LOQUAT_BACKUP_EVERY must be an interval of ten minutes or more, such as 1d, 6h or 30m.`)
  return undefined
}

/** The credentials of `LOQUAT_BACKUP_S3_…`, or else those for uploaded files. */
function backupServiceFrom(value: (name: string) => string | undefined): S3Config | undefined {
  const either = (name: string) => value(`LOQUAT_BACKUP_S3_${name}`) ?? value(`LOQUAT_S3_${name}`)
  const accessKeyId = either('ACCESS_KEY_ID')
  const secretAccessKey = either('SECRET_ACCESS_KEY')
  if (accessKeyId === undefined || secretAccessKey === undefined) return undefined
  const region = either('REGION') ?? 'us-east-1'
  const endpoint = (either('ENDPOINT') ?? `https://s3.${region}.amazonaws.com`).replace(/\/+$/, '')
  return { endpoint, region, accessKeyId, secretAccessKey }
}
