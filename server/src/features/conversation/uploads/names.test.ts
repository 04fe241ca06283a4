import { describe, expect, it } from 'vitest'
import { displayName, fileKey, newPathId, safeName } from './names.ts'
import { isShownInline, servedType, typeOfFile } from './types.ts'

describe('The name of an uploaded file', () => {
  it('keeps letters, digits, dots, dashes and underscores, and needs no escaping in a link', () => {
    const rows = [
      ['figs.txt', 'figs.txt'],
      ['Ripe  figs -- and\tplums.PNG', 'Ripe-figs-and-plums.PNG'],
      ['a/b\\c:d*e?.txt', 'abcde.txt'],
      ['(1) "best" <figs>.txt', '1-best-figs.txt'],
      ['ﬁgs_①.txt', 'figs_1.txt'],
      ['фиги 無花果.txt', 'фиги-無花果.txt'],
      ['हिन्दी.txt', 'हिन्दी.txt'],
      ['  .hidden ', '.hidden'],
      ['../../etc/passwd', '....etcpasswd'],
      ['', 'uploaded-file'],
      ['.', 'uploaded-file'],
      ['..', 'uploaded-file'],
      ['/?*', 'uploaded-file'],
      ['🍑', 'uploaded-file'],
    ]
    for (const [name = '', safe] of rows) expect(safeName(name), name).toBe(safe)
    const long = safeName(`${'무'.repeat(500)}.jpeg`)
    expect([...long]).toHaveLength(200)
    expect(long).toMatch(/무\.jpeg$/)
  })

  it('is shown as it was sent, decoded and without unprintable characters', () => {
    expect(displayName('50%25 of %22figs%22.txt')).toBe('50% of "figs".txt')
    expect(displayName('100% figs.txt')).toBe('100% figs.txt')
    expect(displayName('a%00b\r\nc')).toBe('abc')
    expect(displayName('%0A')).toBe('uploaded-file')
    expect(displayName('\ud800x')).toBe('\ufffdx')
    expect([...displayName('x'.repeat(999))]).toHaveLength(200)
  })

  it('follows an unguessable part, and is not part of the storage key', () => {
    const paths = Array.from({ length: 50 }, () => newPathId(2, 'фиги.txt'))
    expect(new Set(paths).size).toBe(50)
    for (const path of paths) {
      // 32 base32 characters are 20 random bytes.
      expect(path).toMatch(/^2\/[a-z2-7]{32}\/фиги\.txt$/)
      expect(fileKey(path)).toMatch(/^uploads\/2\/[a-z2-7]{32}\/file$/)
    }
  })
})

describe('The type of an uploaded file', () => {
  it('is the one sent, otherwise that of its name, otherwise a generic one', () => {
    const rows: [string | undefined, string, string][] = [
      ['text/x-figs', 'a.png', 'text/x-figs'],
      ['Image/PNG; charset=x', 'a', 'image/png'],
      ['application/octet-stream', 'a.PNG', 'image/png'],
      ['', 'a.pdf', 'application/pdf'],
      [undefined, 'a.tar.gz', 'application/gzip'],
      ['nonsense', 'a.txt', 'text/plain'],
      ['text/html\r\nx: y', 'a', 'application/octet-stream'],
      [`text/${'x'.repeat(200)}`, 'a', 'application/octet-stream'],
      [undefined, 'a.constructor', 'application/octet-stream'],
      [undefined, 'figs', 'application/octet-stream'],
    ]
    for (const [sent, name, type] of rows) expect(typeOfFile(sent, name), `${sent} ${name}`).toBe(type)
  })

  it('decides whether browsers may show it: only types that cannot contain scripts', () => {
    const shown =
      'text/plain video/mp4 video/webm audio/aac audio/flac audio/mp4 audio/mpeg audio/wav audio/webm ' +
      'image/apng image/avif image/gif image/jpeg image/png image/webp'
    for (const type of shown.split(' ')) expect(isShownInline(type), type).toBe(true)
    const saved =
      'application/pdf image/svg+xml text/html application/xhtml+xml text/xml application/javascript image/tiff text/css ' +
      'application/octet-stream'
    for (const type of saved.split(' ')) expect(isShownInline(type), type).toBe(false)
  })

  it('is sent to browsers only if it cannot run scripts or apply styles', () => {
    const safe =
      'application/pdf text/plain text/csv application/zip image/png image/tiff video/quicktime audio/ogg ' +
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document application/octet-stream'
    for (const type of safe.split(' ')) expect(servedType(type), type).toBe(type)
    const hidden =
      'text/html application/xhtml+xml text/xml application/xml image/svg+xml image/svg application/rss+xml text/javascript ' +
      'application/javascript application/x-javascript text/ecmascript text/css application/json application/wasm text/vtt ' +
      'application/x-shockwave-flash multipart/x-mixed-replace message/rfc822 text/cache-manifest font/woff2 x/y'
    for (const type of hidden.split(' ')) expect(servedType(type), type).toBe('application/octet-stream')
  })
})
