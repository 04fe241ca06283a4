import { expect, it } from 'vitest'
import { problemsIn } from './html-check.ts'

const bad = [
  '<script>',
  '<p onclick="x">a</p>',
  '<a href="javascript:x">a</a>',
  '<a href="java&#115;cript:x">a</a>',
  '<a href="data:text/html,x">a</a>',
  '<p>a',
  '<p><em>a</p></em>',
  '<p>a > b</p>',
  '<p>a < b</p>',
  '<span style="background: url(x)">a</span>',
  '<a href="/x"><a href="/y">a</a></a>',
  '<img src="x" onerror="y">',
]

it.each(bad)('notices %s', (html) => {
  expect(problemsIn(html)).not.toEqual([])
})

it('accepts the output of the renderer', () => {
  expect(
    problemsIn('<p><a href="https://x.example/?a&amp;b" title="&quot;">x</a><br>\n<img src="/y"></p>'),
  ).toEqual([])
})
