import { bodyWithReason, createWorld, type World } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'

const register = async (world: World, contentType: string, body: string) => {
  const response = await world.raw('/api/v1/register', {
    as: world.alice,
    method: 'POST',
    headers: { 'content-type': contentType },
    body,
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const malformedError = { status: 400, body: bodyWithReason('body-multipart-malformed') }
const tooManyError = { status: 400, body: bodyWithReason('parameters-too-many', { max: 1_000 }) }

const part = (name: string, value: string) =>
  `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const parts = (count: number) => Array.from({ length: count }, (_, index) => part(`p${index}`, '1')).join('')

describe('A multipart body', () => {
  it('that is malformed is refused', async () => {
    const world = await createWorld()
    const malformed: [string, string][] = [
      ['multipart/form-data', `${part('a', '1')}--b--\r\n`],
      ['multipart/form-data; boundary=', `${part('a', '1')}--b--\r\n`],
      ['multipart/form-data; boundary=""', `${part('a', '1')}--b--\r\n`],
      ['multipart/form-data; boundary=b', ''],
      ['multipart/form-data; boundary=b', 'no parts at all'],
      ['multipart/form-data; boundary=b', '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\ncut off'],
      ['multipart/form-data; boundary=b', '--b\r\n'],
      ['multipart/form-data; boundary=other', `${part('a', '1')}--b--\r\n`],
    ]
    for (const [contentType, body] of malformed) {
      expect(await register(world, contentType, body), `${contentType} ${body}`).toEqual(malformedError)
    }
    expect(
      (await register(world, 'multipart/form-data; boundary=b', `${part('event_types', '[]')}--b--\r\n`))
        .status,
    ).toBe(200)
  })

  it('may have at most 1000 parts', async () => {
    const world = await createWorld()
    const multipart = 'multipart/form-data; boundary=b'
    const kept = await register(world, multipart, `${part('event_types', '[]')}${parts(999)}--b--\r\n`)
    expect(kept.status).toBe(200)
    expect(kept.body.ignored_parameters_unsupported).toHaveLength(999)
    expect(await register(world, multipart, `${part('event_types', '[]')}${parts(1_000)}--b--\r\n`)).toEqual(
      tooManyError,
    )
    const files = Array.from(
      { length: 1_001 },
      (_, index) => `--b\r\ncontent-disposition: form-data; name="f"; filename="${index}"\r\n\r\nx\r\n`,
    ).join('')
    expect(await register(world, multipart, `${files}--b--\r\n`)).toEqual(tooManyError)
  })

  it('preserves long names and unusual characters', async () => {
    const world = await createWorld()
    const long = 'n'.repeat(300)
    const body = `${part('event_types', '[]')}${part(long, '1')}${part('üñ', '1')}${part('__proto__', '1')}--b--\r\n`
    const answer = await register(world, 'multipart/form-data; boundary="b"', body)
    expect(answer.body.ignored_parameters_unsupported).toEqual([long, 'üñ', '__proto__'])
  })

  it('may have parts without a name, which are ignored', async () => {
    const world = await createWorld()
    const nameless = '--b\r\ncontent-disposition: form-data\r\n\r\n1\r\n--b\r\n\r\n2\r\n'
    const body = `${part('event_types', '[]')}${nameless}--b--\r\n`
    const answer = await register(world, 'multipart/form-data; boundary=b', body)
    expect(answer.status).toBe(200)
    expect(answer.body).not.toHaveProperty('ignored_parameters_unsupported')
  })

  it('with an unknown character set is refused or read, without a server error', async () => {
    const world = await createWorld()
    const odd = `--b\r\ncontent-disposition: form-data; name="x"\r\ncontent-type: text/plain; charset=utf-99\r\n\r\n1\r\n`
    const { status } = await register(
      world,
      'multipart/form-data; charset=nonsense; boundary=b',
      `${part('event_types', '[]')}${odd}--b--\r\n`,
    )
    expect([200, 400]).toContain(status)
  })
})
