import { expect, it } from 'vitest'
import { backupConfigFrom } from './backup-config.ts'

function parsed(env: Record<string, string>) {
  const problems: string[] = []
  return { ...backupConfigFrom(env, '/data', problems).backup, problems }
}

it('backups go to the data folder, unless configured otherwise', () => {
  expect(parsed({})).toMatchObject({ everyMs: undefined, keep: 7, to: '/data/backups', problems: [] })
  const day = parsed({ LOQUAT_BACKUP_EVERY: '1d', LOQUAT_BACKUP_KEEP: '30', LOQUAT_BACKUP_TO: '/mnt/safe' })
  expect(day).toMatchObject({ everyMs: 86_400_000, keep: 30, to: '/mnt/safe', problems: [] })
})

it('backups in a bucket use credentials of their own, or those for uploaded files', () => {
  const files = { LOQUAT_S3_ACCESS_KEY_ID: 'a', LOQUAT_S3_SECRET_ACCESS_KEY: 'b', LOQUAT_S3_REGION: 'eu-1' }
  const own = { LOQUAT_BACKUP_S3_ACCESS_KEY_ID: 'c', LOQUAT_BACKUP_S3_SECRET_ACCESS_KEY: 'd' }
  const to = { LOQUAT_BACKUP_TO: 's3://safe/loquat' }
  expect(parsed({ ...files, ...to }).s3).toMatchObject({ accessKeyId: 'a', region: 'eu-1' })
  expect(parsed({ ...files, ...own, ...to }).s3).toMatchObject({ accessKeyId: 'c', secretAccessKey: 'd' })
  expect(parsed(to).problems).toEqual([expect.stringContaining('LOQUAT_BACKUP_S3_ACCESS_KEY_ID')])
})

it('intervals and counts that make no sense are reported', () => {
  for (const every of ['1', '5m', 'daily', '-1d', '0h']) {
    expect(parsed({ LOQUAT_BACKUP_EVERY: every }).problems, every).toHaveLength(1)
  }
  for (const keep of ['0', 'all', '1.5']) {
    expect(parsed({ LOQUAT_BACKUP_KEEP: keep }).problems, keep).toHaveLength(1)
  }
})
