import { describe, expect, test } from 'vitest'
import { isExternal, proxiedSource, proxiedStyle } from './external-images.ts'

const base = 'https://chat.example.com/c/9-design'
const hex = (url: string) => `/external_content/${Buffer.from(url).toString('hex')}`

describe('External images', () => {
  test('are loaded from this server, by their URL without the fragment', () => {
    for (const [address, url] of [
      ['https://i.example/a.png', 'https://i.example/a.png'],
      ['http://i.example/a.png?b=1#c', 'http://i.example/a.png?b=1'],
      ['//i.example/ü 1.png', 'https://i.example/%C3%BC%201.png'],
      ['https://chat.example.com:8443/a.png', 'https://chat.example.com:8443/a.png'],
      ['http://chat.example.com/a.png', 'http://chat.example.com/a.png'],
    ] as const) {
      expect(proxiedSource(address, base)).toBe(hex(url))
      expect(isExternal(address, base)).toBe(true)
    }
  })

  test('are only those of other sites: files, data and invalid URLs stay as they are', () => {
    for (const address of [
      '/user_uploads/thumbnail/2/ab/cat.png/840x560.webp',
      'https://chat.example.com/user_uploads/2/ab/cat.png',
      hex('https://i.example/a.png'),
      'data:image/png;base64,AA==',
      'blob:https://chat.example.com/1234',
      'http://[',
      '',
    ]) {
      expect(proxiedSource(address, base)).toBe(address)
      expect(isExternal(address, base)).toBe(false)
    }
  })

  test('in styles are loaded from this server, however they are quoted or escaped', () => {
    const proxied = (url: string) => `url("${hex(url)}")`
    for (const [style, expected] of [
      [
        'background-image: url("https://i.example/a.png")',
        `background-image: ${proxied('https://i.example/a.png')}`,
      ],
      [
        "background: URL( 'https://i.example/a.png' ) red",
        `background: ${proxied('https://i.example/a.png')} red`,
      ],
      ['background: url(https://i.example/a.png)', `background: ${proxied('https://i.example/a.png')}`],
      [
        'background: url("https://i.example/\\"\\)\\41 .png")',
        `background: ${proxied('https://i.example/%22)A.png')}`,
      ],
      ['background: url("\\68ttps://i.example/a.png")', `background: ${proxied('https://i.example/a.png')}`],
      ['background: url("/user_uploads/1.png")', 'background: url("/user_uploads/1.png")'],
      ['height: 2em', 'height: 2em'],
    ] as const) {
      expect(proxiedStyle(style, base)).toBe(expected)
    }
  })
})
