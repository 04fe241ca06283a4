import { expect, it } from 'vitest'
import { expandTemplate } from './url-template.ts'

const variables = {
  var: 'value',
  hello: 'Hello World!',
  path: '/foo/bar',
  empty: '',
  x: '1024',
  y: '768',
  half: '50%',
}

// The examples of RFC 6570, levels 1 to 3, and prefixes.
const examples: [template: string, url: string][] = [
  ['{var}', 'value'],
  ['{hello}', 'Hello%20World%21'],
  ['{half}', '50%25'],
  ['O{empty}X', 'OX'],
  ['O{undef}X', 'OX'],
  ['{x,y}', '1024,768'],
  ['?{x,empty}', '?1024,'],
  ['{+hello}', 'Hello%20World!'],
  ['{+path}/here', '/foo/bar/here'],
  ['{+path,x}/here', '/foo/bar,1024/here'],
  ['{+half}', '50%25'],
  ['X{#hello}', 'X#Hello%20World!'],
  ['X{.x,y}', 'X.1024.768'],
  ['{/var,x}/here', '/value/1024/here'],
  ['{;x,y,empty}', ';x=1024;y=768;empty'],
  ['{?x,y,empty}', '?x=1024&y=768&empty='],
  ['?fixed=yes{&x}', '?fixed=yes&x=1024'],
  ['{?undef}', ''],
  ['{var:3}', 'val'],
  ['{+path:6}/here', '/foo/b/here'],
  ['{/var:1,var*}', '/v/value'],
  ['https://x/100%/ü/%41', 'https://x/100%25/%C3%BC/%41'],
]

it.each(examples)('%s', (template, url) => {
  expect(expandTemplate(template, variables)).toBe(url)
})
