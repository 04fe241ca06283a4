import { document } from '@loquat/server/markdown/testing/documents.ts'
import fc from 'fast-check'

/** Maximum length of a message. */
const maxLength = 10_000
const filled = (unit: string, length = maxLength) =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length)

const addresses = [
  'http://[',
  'http://[::1',
  'https://a:99999/',
  'https://example.com/100%.png',
  'https://example.com/%C3%.jpg?%',
  'https://example.com/%E0%A4%A.webp',
  'https://example.com/a.mp4',
  'http://&#91;',
  'http://&lsqb;x',
  'http://&#106;avascript:alert(1)',
  'http://999.999.999.999/',
  'http://xn--a/',
  'https://youtu.be/%',
  'https://user:pass@example.com:0/',
  'mailto:%',
  'tel:+',
  'geo:NaN,NaN',
  '/user_uploads/2/ab/%.png',
  '/user_uploads/thumbnail/%%/840x560.webp',
  '/#narrow/channel/99999-%/topic/%zz/near/NaN',
  '/#narrow/dm/0,0-%C3',
  '/#narrow/is/constructor/__proto__/x',
  '/c/99999999999999999999/t/%E0%A4%A',
  '/dm/-1',
  '/m/9007199254740993',
  '#%',
  '//[',
  '/\\[',
]

const odd = [
  '\u202eright to left override',
  '\u2066\u2067\u2068 isolates that never end',
  'مرحبا بالعالم \u200f: (abc) [x](https://example.com/مرحبا)',
  'zero\u200bwidth\u200c\u200d\ufeff\u2060everywhere',
  `a${filled('\u0301', 500)} stacked marks`,
  '\ufffd\ufffe\uffff \u{10ffff} \u{e0001}\u{e0041}',
  '𝕳𝖊𝖑𝖑𝖔 ＦＵＬＬ ﷽ 𒐫',
  filled('W'),
  filled('漢', 5_000),
  filled('👨‍👩‍👧‍👦', 3_000),
  filled('\u00ad', 2_000),
  filled('a\u200d', 4_000),
  `${filled('x ', 3_000)}\n${filled('\n', 3_000)}end`,
]

const htmlLike = [
  '<script>throw new Error("ran")</script>',
  '<img src=x onerror="throw 1">',
  '<div class="codehilite" data-code-language="__proto__"><pre>',
  '</div></article></main></body>',
  '<!-- <![CDATA[ <?php ',
  '<time datetime="NaN">',
  '<span class="emoji emoji-ffffffff">:x:</span>',
  '<a href="http://[">x</a>',
  '&lt;&#0;&#x110000;&#xD800;&nosuch;',
  '<svg><style><img src=x onerror=throw></style></svg>',
  '<blockquote hidden><details open>',
]

const times = [
  '<time:2026-11-14T09:00:00Z>',
  '<time:0000-00-00>',
  '<time:+275760-09-13T00:00:00.001Z>',
  '<time:-271821-04-19T23:59:59Z>',
  '<time:9999999999999999999>',
  '<time:NaN>',
  '<time:2026-02-30T25:61:61+99:99>',
  '<time:>',
]

const names = [
  '@**Nobody At All**',
  '@**|999999999**',
  '@_**Alice Owner|0**',
  '@**all** @**topic** @**channel**',
  '@*no-such-group*',
  '@_*role:nobody*',
  '#**no such channel**',
  '#**general>**',
  '#**general>a>b@99999999999**',
  '#**design>%\u202e/~.**',
]

const emoji = [
  ':nosuch: :__proto__: :constructor:',
  ':+1: :thumbs_up_tone5: 👍🏿👍🏽',
  '🏴‍☠️🏳️‍🌈🇩🇪🇩',
  '❤️❤ ☺︎☺️ ©️',
  ':zulip: :smile::smile:',
  '\u{1f468}\u200d\u200d\u200d\u{1f469}',
]

const math = [
  '$$\\frac{1}{0}$$ $$\\oops$$ $$$$ $$ $$',
  '$$\\href{javascript:alert(1)}{x}$$',
  '$$\\def\\a{\\a\\a}\\a$$',
  `$$${filled('{', 500)}x${filled('}', 500)}$$`,
  `$$${filled('\\sqrt{', 300)}x$$`,
  '$$\\rule{99999em}{99999em}$$',
  '```math\n\\begin{matrix}\n1 & 2 \\\\\n```',
]

const languages = [
  'python',
  'brainfuck',
  '__proto__',
  'constructor',
  '\u202elang',
  '"><b>',
  'c++',
  '...',
  '🍎',
]
const code = languages.flatMap((language) => [
  `\`\`\`${language}\nfor (;;) { "</code></pre>" }\n\`\`\``,
  `~~~ ${language} \n${filled('x = [', 300)}\n`,
])

const nested = [
  `${filled('> ', 400)}deep`,
  `${filled('>', 2_000)}deep`,
  Array.from({ length: 60 }, (_, n) => `${'  '.repeat(n)}* level ${n}`).join('\n'),
  `${filled('[', 3_000)}x${filled('](a.com)', 3_000)}`,
  `${filled('**_~~', 2_000)}x`,
  `${filled('```quote\n', 900)}x`,
  `${filled('```spoiler s\n', 900)}x`,
  `|${filled('a|', 400)}\n|${filled('-|', 400)}\n${filled(`|${filled('b|', 400)}\n`, 4_000)}`,
  filled('https://example.com/a.png ', 600),
]

const widgets = [
  '/poll',
  '/poll \n\n\n',
  '/poll Lunch?\n__proto__\nconstructor\n__proto__\n',
  `/poll ${filled('W', 3_000)}\n${filled('\u202e', 300)}\n[x](http://[)`,
  `/poll ${filled('?', 100)}\n${Array.from({ length: 200 }, (_, n) => `option ${n % 7}`).join('\n')}`,
  '/todo',
  '/todo \u200b\n: \n:::\ntask: description: more',
  `/todo ${filled('漢', 500)}\n${filled('a:b\n', 2_000)}`,
  '/me ',
  '/me $$\\oops$$ <b> [x](http://&#91;)',
]

const pieces = [...addresses, ...odd, ...htmlLike, ...times, ...names, ...emoji, ...math, ...code, ...nested]

/** Addresses in every form of link. */
const links = addresses.flatMap((address) => [
  address,
  `[x](${address})`,
  `[](<${address}>)`,
  `> ${address}`,
  `see ${address}, ok`,
])

const piece = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...pieces) },
  { weight: 2, arbitrary: fc.constantFrom(...links) },
  { weight: 2, arbitrary: document },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
)

const joined = fc
  .array(fc.tuple(piece, fc.constantFrom(' ', '\n', '\n\n', '')), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.map(([text, gap]) => text + gap).join(''))

/** Texts that are hard to render: each known one alone, then random combinations. Deterministic. */
export function hostileTexts(count: number): string[] {
  const known = [...pieces, ...links, ...widgets]
  const random = fc.sample(joined, { seed: 16, numRuns: Math.max(0, count - known.length) })
  return [...known, ...random].slice(0, count).map(sendable)
}

/** The server refuses empty messages and NUL characters. */
function sendable(text: string): string {
  const sent = text.replaceAll('\0', '').toWellFormed().slice(0, maxLength)
  return /[^\s\p{C}]/u.test(sent) ? sent : `${sent}x`
}
