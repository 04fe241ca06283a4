import { describe, expect, it } from 'vitest'
import { configFrom } from './config.ts'

describe('The configuration of uploads', () => {
  it('defaults to the data folder, 100 MiB per file and no quota', () => {
    expect(configFrom({})).toMatchObject({ s3: undefined, uploadLimit: 100, uploadQuota: null })
    const env = { LOQUAT_MAX_UPLOAD_MIB: '25', LOQUAT_UPLOAD_QUOTA_MIB: ' 5000 ' }
    expect(configFrom(env)).toMatchObject({ uploadLimit: 25, uploadQuota: 5_000 })
    for (const wrong of ['0', '-1', '1.5', 'many']) {
      expect(() => configFrom({ LOQUAT_MAX_UPLOAD_MIB: wrong }), wrong).toThrow('LOQUAT_MAX_UPLOAD_MIB')
      expect(() => configFrom({ LOQUAT_UPLOAD_QUOTA_MIB: wrong }), wrong).toThrow('LOQUAT_UPLOAD_QUOTA_MIB')
    }
  })

  it('allows imports of up to 10 GiB in the main organization, unless it says otherwise', () => {
    expect(configFrom({})).toMatchObject({ importLimit: 10_240, importsAllowed: 'main' })
    const env = { LOQUAT_MAX_IMPORT_MIB: '100', LOQUAT_IMPORTS: 'all' }
    expect(configFrom(env)).toMatchObject({ importLimit: 100, importsAllowed: 'all' })
    expect(() => configFrom({ LOQUAT_IMPORTS: 'some', LOQUAT_MAX_IMPORT_MIB: '0' })).toThrow(
      /LOQUAT_MAX_IMPORT_MIB.*\n.*LOQUAT_IMPORTS/,
    )
  })

  it('uses an S3 bucket if one is given with its keys', () => {
    const keys = { LOQUAT_S3_ACCESS_KEY_ID: 'id', LOQUAT_S3_SECRET_ACCESS_KEY: 'secret' }
    const own = { ...keys, LOQUAT_S3_BUCKET: 'files', LOQUAT_S3_ENDPOINT: 'http://minio:9000/' }
    expect(configFrom(own).s3).toEqual({
      endpoint: 'http://minio:9000/files',
      region: 'us-east-1',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
    })
    const amazon = { ...keys, LOQUAT_S3_BUCKET: 'files', LOQUAT_S3_REGION: 'eu-central-1' }
    expect(configFrom(amazon).s3?.endpoint).toBe('https://s3.eu-central-1.amazonaws.com/files')
    expect(() => configFrom({ LOQUAT_S3_BUCKET: 'files' })).toThrow(
      /LOQUAT_S3_ACCESS_KEY_ID.*\n.*LOQUAT_S3_SECRET_ACCESS_KEY/,
    )
    expect(() => configFrom({ ...own, LOQUAT_S3_ENDPOINT: 'minio' })).toThrow('LOQUAT_S3_ENDPOINT')
  })
})
