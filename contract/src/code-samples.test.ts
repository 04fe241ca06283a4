import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { curlSample, endpoint, flag, given, json, jsonOrText, sdkSample, text } from './index.ts'

const url = 'https://chat.example.com'
const spec = { summary: 'Do it', auth: 'user', reply: {} } as const

describe('Code samples', () => {
  it('are one line in the common case', () => {
    const call = endpoint({ ...spec, route: 'GET /things', params: {}, reply: { things: z.int() } })
    expect(curlSample(url, call)).toBe('curl -sS -u "$EMAIL:$KEY" https://chat.example.com/api/v1/things')
    expect(sdkSample(url, 'getThings', call)).toBe(
      [
        "import { createApi } from '@loquat/client'",
        '',
        "const api = createApi({ url: 'https://chat.example.com', credentials: { email, apiKey } })",
        'const { things } = await api.getThings()',
      ].join('\n'),
    )
  })

  it('send every value in the encoding of its parameter, quoted for the shell', () => {
    const call = endpoint({
      ...spec,
      route: 'PATCH /things/{name}/{place}',
      path: { name: 'text', place: 'path' },
      params: { title: text(), to: jsonOrText(z.unknown()), word: json(z.string()), loud: flag() },
      example: {
        name: 'a/b',
        place: 'c/d e',
        title: 'it\'s $5 & "more"\n',
        to: [1, 'x'],
        word: 'w',
        loud: true,
      },
    })
    expect(curlSample(url, call)).toBe(
      [
        'curl -sS -u "$EMAIL:$KEY" -X PATCH \'https://chat.example.com/api/v1/things/a%2Fb/c/d%20e\'',
        "--data-urlencode 'title=it'\\''s $5 & \"more\"\n'",
        '--data-urlencode \'to=[1,"x"]\'',
        '--data-urlencode \'word="w"\'',
        '-d loud=true',
      ].join(' \\\n  '),
    )
    expect(sdkSample(url, 'call', call)).toContain(
      [
        'await api.call({',
        "  name: 'a/b',",
        "  place: 'c/d e',",
        "  title: 'it\\'s $5 & \"more\"\\n',",
        "  to: [1, 'x'],",
        "  word: 'w',",
        '  loud: true,',
        '})',
      ].join('\n'),
    )
  })

  it('contain a variable for values that cannot be known', () => {
    const call = endpoint({
      ...spec,
      route: 'POST /things/{key}',
      auth: 'none',
      path: { key: 'text' },
      params: { new_password: text() },
      example: { key: given('link_key'), new_password: given('new_password') },
      reply: { email: z.string() },
    })
    expect(curlSample('https://x/"$', call)).toBe(
      'curl -sS "https://x/\\"\\$/api/v1/things/$LINK_KEY" --data-urlencode "new_password=$NEW_PASSWORD"',
    )
    expect(sdkSample(url, 'call', call)).toContain(
      [
        "const api = createApi({ url: 'https://chat.example.com' })",
        'const reply = await api.call({ key: linkKey, new_password: newPassword })',
      ].join('\n'),
    )
  })

  it('include a file if the call needs one', () => {
    const files = { maxFiles: 1, maxFileBytes: 1 }
    const call = endpoint({
      ...spec,
      route: 'POST /picture',
      params: { night: json(z.boolean()) },
      example: { night: true },
      files,
    })
    expect(curlSample(url, call)).toContain(' \\\n  -F night=true \\\n  -F file=@picture.png')
    expect(sdkSample(url, 'setPicture', call)).toContain(
      [
        "const file = new File([await openAsBlob('picture.png')], 'picture.png')",
        "const api = createApi({ url: 'https://chat.example.com', credentials: { email, apiKey } })",
        'await api.setPicture({ night: true }, { files: [file] })',
      ].join('\n'),
    )
    const optional = endpoint({
      ...spec,
      route: 'POST /bot',
      params: {},
      files: { ...files, optional: true },
    })
    expect(curlSample(url, optional)).toBe(
      'curl -sS -u "$EMAIL:$KEY" -X POST https://chat.example.com/api/v1/bot',
    )
  })
})
